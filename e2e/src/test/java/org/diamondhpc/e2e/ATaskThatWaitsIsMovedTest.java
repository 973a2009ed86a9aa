package org.diamondhpc.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.diamondhpc.e2e.stage.Api;
import org.diamondhpc.e2e.stage.Cluster;
import org.diamondhpc.e2e.stage.EndToEnd;
import org.diamondhpc.e2e.stage.Occupied;
import org.diamondhpc.e2e.stage.Spec;
import org.diamondhpc.e2e.stage.Stage;
import org.diamondhpc.e2e.stage.Uses;
import org.diamondhpc.e2e.stage.Wait;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;

/** A task that waits in a queue goes where there is room, its work runs once, and its agent hears of its end alone. */
@EndToEnd
@Order(8)
class ATaskThatWaitsIsMovedTest {
    private static final Duration SOON = Duration.ofSeconds(120);
    private static final List<String> SITES = List.of("beta", "delta");

    private final Stage stage;
    private final Api demo;

    ATaskThatWaitsIsMovedTest(Stage stage) {
        this.stage = stage;
        this.demo = stage.demo();
    }

    @Test
    @Uses(breaks = {"beta", "delta"})
    void toTheSiteThatBecomesFree() {
        try (Occupied occupied = new Occupied(stage, "beta", "delta")) {
            String session = demo.post("/v1/sessions", Map.of("title", "moved")).path("id").asText();
            String id = demo.submit(task("moved"));
            demo.post("/v1/sessions/" + session + "/waits", Map.of("tasks", List.of(id)));
            JsonNode queued = demo.inState(id, "QUEUED", SOON);
            String from = queued.at("/placement/site").asText();
            String to = other(from);

            occupied.free(to);

            JsonNode task = demo.ended(id, SOON);
            assertThat(task.path("state").asText()).as(task.toPrettyString()).isEqualTo("SUCCEEDED");
            assertThat(task.at("/placement/site").asText()).isEqualTo(to);
            assertRanOnce("moved", id, task);
            String withdrawn = queued.at("/job/id").asText();
            Wait.until(SOON, () -> "job " + withdrawn + " is still in the queue of " + from,
                    () -> stage.cluster(from).queued(withdrawn).matches("|CANCELLED"));
            JsonNode move = task.at("/moves/0");
            assertThat(move.path("state").asText()).isEqualTo("MOVED");
            assertThat(List.of(move.path("from").asText(), move.path("to").asText())).containsExactly(from, to);
            assertThat(Duration.parse(move.path("there").asText())).isLessThan(Duration.parse(move.path("here").asText()));
            assertThat(Duration.parse(move.path("took").asText())).isLessThan(SOON);
            assertThat(stage.topic().types(id)).containsSubsequence("placement-reconsidered", "job-withdrawn", "placed")
                    .containsOnlyOnce("job-finished");
            Wait.pause(Duration.ofSeconds(3));
            assertThat(demo.get("/v1/sessions/" + session + "/wakes?after=0").path("items")).hasSize(1);
        }
    }

    /** Its job begins after the move was decided and before submission acts on it. */
    @Test
    @Uses(breaks = {"beta", "delta"}, kills = true)
    void notWhereItsJobHasBegun() throws Exception {
        try (Occupied occupied = new Occupied(stage, "beta", "delta")) {
            String id = demo.submit(task("began"));
            JsonNode queued = demo.inState(id, "QUEUED", SOON);
            String from = queued.at("/placement/site").asText();
            String submit = String.valueOf(stage.diamond().pid("submit"));
            signal("-STOP", submit);
            try {
                occupied.free(other(from));
                stage.topic().await(id, "placement-reconsidered", SOON);
                occupied.free(from);
                Wait.until(SOON, () -> "its job did not begin", () -> !stage.cluster(from).traces("began").isEmpty());
            } finally {
                signal("-CONT", submit);
            }

            stage.topic().await(id, "placement-kept", SOON);
            JsonNode task = demo.ended(id, SOON);
            assertThat(task.path("state").asText()).as(task.toPrettyString()).isEqualTo("SUCCEEDED");
            assertThat(task.path("attempt").asInt()).isEqualTo(1);
            assertThat(task.path("job")).isEqualTo(queued.path("job"));
            assertRanOnce("began", id, task);
            assertThat(task.at("/moves/0/state").asText()).isEqualTo("KEPT");
            assertThat(stage.topic().types(id)).doesNotContain("job-withdrawn");
        }
    }

    /** Both sites become free in the same moment, and submission is killed at a random one. */
    @Test
    @Uses(breaks = {"beta", "delta"}, kills = true)
    void onceHoweverItsStartTheMoveAndAKillMeet() throws Exception {
        Random random = stage.random("moves");
        List<String> ids = new ArrayList<>();
        String session = demo.post("/v1/sessions", Map.of("title", "kills")).path("id").asText();
        try (Occupied occupied = new Occupied(stage, "beta", "delta")) {
            for (int i = 0; i < 6; i++) {
                ids.add(demo.submit(task("race")));
            }
            demo.post("/v1/sessions/" + session + "/waits", Map.of("tasks", ids));
            ids.forEach(id -> demo.inState(id, "QUEUED", SOON));
            String from = demo.task(ids.getFirst()).at("/placement/site").asText();

            occupied.free(other(from));
            Wait.until(SOON, () -> "none is to be moved", () -> ids.stream()
                    .anyMatch(id -> !stage.topic().of(id, "placement-reconsidered").isEmpty()));
            Wait.pause(Duration.ofMillis(random.nextInt(400)));
            stage.diamond().kill("submit");
            occupied.free(from);

            for (String id : ids) {
                JsonNode task = demo.ended(id, Duration.ofSeconds(180));
                assertThat(task.path("state").asText()).as(task.toPrettyString()).isEqualTo("SUCCEEDED");
                assertRanOnce("race", id, task);
                long asked = stage.topic().of(id, "placement-reconsidered").size();
                long answered = stage.topic().of(id, "job-withdrawn").size() + stage.topic().of(id, "placement-kept").size();
                assertThat(answered).as(stage.topic().types(id).toString()).isEqualTo(asked);
                System.out.println(id + " " + stage.topic().types(id));
            }
        }
        Wait.pause(Duration.ofSeconds(3));
        assertThat(demo.get("/v1/sessions/" + session + "/wakes?after=0").path("items")).hasSize(1);
    }

    private Spec task(String trace) {
        return Spec.script(Cluster.trace(trace, "$DIAMOND_ATTEMPT") + "sleep 3").at("beta", "delta").resource("nodes", 1)
                .resource("exclusive", true).with("placement", Map.of("policy", "fastest", "reconsider", true));
    }

    /** Over both sites one job left its trace: that of the attempt the task ended with. */
    private void assertRanOnce(String trace, String id, JsonNode task) {
        List<String> ran = SITES.stream().flatMap(site -> stage.cluster(site).traces(trace).entrySet().stream()
                .filter(e -> e.getKey().startsWith(id + ".")).flatMap(e -> e.getValue().stream()
                        .map(job -> site + " " + e.getKey() + " " + job))).toList();
        assertThat(ran).containsExactly(task.at("/placement/site").asText() + " " + id + "." + task.path("attempt").asInt() + " "
                + task.at("/job/id").asText());
        stage.topic().await(id, "ended", SOON);
        assertThat(stage.topic().of(id, "ended")).hasSize(1);
    }

    private static String other(String site) {
        return SITES.stream().filter(s -> !s.equals(site)).findFirst().orElseThrow();
    }

    private static void signal(String signal, String pid) throws IOException, InterruptedException {
        int status = new ProcessBuilder("kill", signal, pid).inheritIO().start().waitFor();
        assertThat(status).isZero();
    }
}
