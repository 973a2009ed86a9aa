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

/** A task submitted to two clusters at once does its work at one of them, once, whatever begins, is killed or comes late. */
@EndToEnd
@Order(9)
class AHedgedTaskRunsOnceTest {
    private static final Duration SOON = Duration.ofSeconds(120);
    private static final List<String> SITES = List.of("beta", "delta");

    private final Stage stage;
    private final Api demo;

    AHedgedTaskRunsOnceTest(Stage stage) {
        this.stage = stage;
        this.demo = stage.demo();
    }

    @Test
    @Uses(breaks = {"beta", "delta"})
    @SuppressWarnings("try") // the clusters are busy for as long as it is open
    void whereTheFirstClusterHasRoom() {
        for (String busy : SITES) {
            String trace = "busy-" + busy;
            try (Occupied occupied = new Occupied(stage, busy)) {
                String id = demo.submit(task(trace));

                JsonNode task = demo.ended(id, SOON);

                assertThat(task.path("state").asText()).as(task.toPrettyString()).isEqualTo("SUCCEEDED");
                assertThat(task.at("/placement/site").asText()).isEqualTo(other(busy));
                assertThat(task.at("/hedge/extraJobs").asInt()).isEqualTo(1);
                assertRanOnce(trace, id, task);
                assertNothingIsLeft(id, task);
                assertThat(stage.topic().types(id)).containsSubsequence("placed", "placed", "attempt-chosen", "go-given")
                        .containsOnlyOnce("attempt-chosen");
                System.out.println(id + " told after " + task.at("/hedge/toldAfter").asText() + " " + task.path("hedge"));
            }
        }
    }

    /** Both jobs begin in the same moment, again and again. */
    @Test
    @Uses(breaks = {"beta", "delta"})
    void whereBothAreFree() {
        List<String> ids = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            ids.add(demo.submit(task("both")));
        }

        for (String id : ids) {
            JsonNode task = demo.ended(id, SOON);
            assertThat(task.path("state").asText()).as(task.toPrettyString()).isEqualTo("SUCCEEDED");
            assertRanOnce("both", id, task);
            assertNothingIsLeft(id, task);
            System.out.println(id + " told after " + task.at("/hedge/toldAfter").asText() + " at "
                    + task.at("/placement/site").asText() + ", held " + task.at("/hedge/heldNodeSeconds"));
        }
    }

    @Test
    @Uses(breaks = {"beta", "delta"}, kills = true)
    void whateverIsKilledInTheMiddle() throws Exception {
        Random random = stage.random("hedges");
        for (String victim : List.of("submit", "gateway", "monitor", "submit", "gateway")) {
            List<String> ids = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                ids.add(demo.submit(task("killed")));
            }
            Wait.pause(Duration.ofMillis(random.nextInt(2500)));
            stage.diamond().kill(victim);
            for (String id : ids) {
                JsonNode task = demo.ended(id, Duration.ofSeconds(180));
                assertThat(task.path("state").asText()).as(task.toPrettyString()).isEqualTo("SUCCEEDED");
                assertRanOnce("killed", id, task);
                System.out.println(victim + " " + id + " " + stage.topic().types(id));
            }
        }
    }

    /** Nobody tells the job within its patience: it ends without having worked, and the task is placed again. */
    @Test
    @Uses(breaks = {"beta", "delta"}, kills = true)
    @SuppressWarnings("try")
    void whereItsWordComesTooLate() throws Exception {
        String id;
        try (Occupied occupied = new Occupied(stage, "beta")) {
            id = demo.submit(task("late"));
            stage.topic().await(id, "job-submitted", SOON);
            String submit = String.valueOf(stage.diamond().pid("submit"));
            signal("-STOP", submit);
            try {
                stage.topic().await(id, "attempt-chosen", SOON);
                Wait.pause(Stage.HEDGE_PATIENCE.plusSeconds(5));
            } finally {
                signal("-CONT", submit);
            }
            stage.topic().await(id, "go-missed", SOON);
        }

        JsonNode task = demo.ended(id, SOON);

        assertThat(task.path("state").asText()).as(task.toPrettyString()).isEqualTo("SUCCEEDED");
        assertThat(task.path("attempt").asInt()).isEqualTo(3);
        assertRanOnce("late", id, task);
    }

    @Test
    @Uses(breaks = {"beta", "delta"})
    void orNotAtAllWhereItIsCancelled() {
        try (Occupied occupied = new Occupied(stage, "beta", "delta")) {
            String id = demo.submit(task("cancelled"));
            Wait.until(SOON, () -> "it is not in both queues", () -> stage.topic().of(id, "job-submitted").size() == 2);

            demo.cancel(id);

            JsonNode task = demo.ended(id, SOON);
            assertThat(task.path("state").asText()).as(task.toPrettyString()).isEqualTo("CANCELLED");
            SITES.forEach(occupied::free);
            assertNothingIsLeft(id, demo.task(id));
            Wait.pause(Duration.ofSeconds(5));
            SITES.forEach(site -> assertThat(stage.cluster(site).traces("cancelled")).isEmpty());
            assertThat(stage.topic().of(id, "ended")).hasSize(1);
        }
    }

    private Spec task(String trace) {
        return Spec.script(Cluster.trace(trace, "$DIAMOND_ATTEMPT") + "sleep 2").at("beta", "delta").resource("nodes", 1)
                .resource("exclusive", true).with("placement", Map.of("policy", "hedged", "copies", 2));
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

    /** No job of the task stays in any queue. */
    private void assertNothingIsLeft(String id, JsonNode task) {
        for (JsonNode copy : task.at("/hedge/copies")) {
            String job = copy.at("/job/id").asText();
            String site = copy.path("site").asText();
            if (!job.isEmpty()) {
                Wait.until(SOON, () -> "job " + job + " of " + id + " is still in the queue of " + site,
                        () -> stage.cluster(site).queued(job).matches("|CANCELLED|COMPLETED|FAILED"));
            }
        }
    }

    private static String other(String site) {
        return SITES.stream().filter(s -> !s.equals(site)).findFirst().orElseThrow();
    }

    private static void signal(String signal, String pid) throws IOException, InterruptedException {
        int status = new ProcessBuilder("kill", signal, pid).inheritIO().start().waitFor();
        assertThat(status).isZero();
    }
}
