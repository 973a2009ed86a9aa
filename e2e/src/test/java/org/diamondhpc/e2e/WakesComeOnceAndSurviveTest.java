package org.diamondhpc.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.diamondhpc.e2e.stage.Api;
import org.diamondhpc.e2e.stage.EndToEnd;
import org.diamondhpc.e2e.stage.Spec;
import org.diamondhpc.e2e.stage.Stage;
import org.diamondhpc.e2e.stage.Uses;
import org.diamondhpc.e2e.stage.Wait;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;

/** One wait, one wake: by long poll, by stream, and after the gateway was killed. */
@EndToEnd
@Order(2)
class WakesComeOnceAndSurviveTest {
    private static final Duration SOON = Duration.ofSeconds(90);

    private final Stage stage;
    private final Api demo;

    WakesComeOnceAndSurviveTest(Stage stage) {
        this.stage = stage;
        this.demo = stage.demo();
    }

    @Test
    @Uses(sites = {"alpha", "beta"})
    void aWaitForAllWakesOnceWhenTheLastHasEndedAndTellsWhatHappened() {
        String session = session();
        String good = demo.submit(Spec.program("/bin/echo", "x").at("alpha").in(session).named("good"));
        String bad = demo.submit(Spec.script("sleep 3; exit 7").at("beta").in(session).named("bad"));
        demo.post("/v1/sessions/" + session + "/waits", Map.of("tasks", List.of(good, bad), "note", "then compare"));

        JsonNode wakes = longPoll(session, 0);

        assertThat(wakes.path("items")).hasSize(1);
        JsonNode digest = wakes.at("/items/0/digest");
        assertThat(digest.path("note").asText()).isEqualTo("then compare");
        assertThat(digest.path("tasks").toString()).contains(good, bad, "SUCCEEDED", "FAILED", "SCHEDULER_JOB_FAILED");
        Wait.pause(Duration.ofSeconds(2));
        assertThat(wakes(session, 0).path("items")).hasSize(1);
    }

    @Test
    @Uses(sites = "gamma")
    void aWaitForAnyWakesAtTheFirst() {
        String session = session();
        String quick = demo.submit(Spec.script("true").at("gamma"));
        String slow = demo.submit(Spec.script("sleep 120").at("gamma"));
        demo.post("/v1/sessions/" + session + "/waits", Map.of("mode", "ANY", "tasks", List.of(quick, slow)));

        JsonNode wakes = longPoll(session, 0);

        assertThat(wakes.at("/items/0/digest/open").asInt()).isEqualTo(1);
        assertThat(wakes.at("/items/0/digest/tasks/0/id").asText()).isEqualTo(quick);
        assertThat(wakes.at("/items/0/digest/tasks/0/state").asText()).isEqualTo("SUCCEEDED");
        demo.cancel(slow);
        demo.ended(slow, SOON);
    }

    @Test
    @Uses(sites = "delta")
    void whatHasEndedAlreadyWakesAtOnceAndADeadlineWakesWithoutAnEnd() {
        String session = session();
        String done = demo.submit(Spec.script("true").at("delta"));
        String running = demo.submit(Spec.script("sleep 60").at("delta"));
        demo.ended(done, SOON);

        demo.post("/v1/sessions/" + session + "/waits", Map.of("tasks", List.of(done)));
        demo.post("/v1/sessions/" + session + "/waits", Map.of("tasks", List.of(running), "timeout", "2s"));

        JsonNode first = longPoll(session, 0);
        assertThat(first.at("/items/0/reason").asText()).isEqualTo("FULFILLED");
        JsonNode second = longPoll(session, 1);
        assertThat(second.at("/items/0/reason").asText()).isEqualTo("DEADLINE");
        assertThat(second.at("/items/0/number").asInt()).isEqualTo(2);
        demo.cancel(running);
        demo.ended(running, SOON);
    }

    @Test
    @Uses(sites = "beta")
    void theStreamBringsTheSameWakesAndGoesOnWhereItWasCut() throws Exception {
        String session = session();
        String id = demo.submit(Spec.script("sleep 2").at("beta"));
        demo.post("/v1/sessions/" + session + "/waits", Map.of("tasks", List.of(id)));
        demo.post("/v1/sessions/" + session + "/waits", Map.of("timeout", "1s", "note", "second"));

        List<Long> numbers = streamed(session, 2);
        assertThat(numbers).containsExactly(1L, 2L);

        try (Stream<String> again = demo.stream("/v1/sessions/" + session + "/stream", "Last-Event-ID", "1")) {
            assertThat(again.filter(line -> line.startsWith("id:")).findFirst().orElseThrow().replaceAll("\\D", ""))
                    .isEqualTo("2");
        }
    }

    @Test
    @Uses(sites = "alpha", kills = true)
    void aWakeDueWhileTheGatewayIsDeadComesWhenItIsBack() throws Exception {
        String session = session();
        String id = demo.submit(Spec.script("sleep 4").at("alpha"));
        demo.post("/v1/sessions/" + session + "/waits", Map.of("tasks", List.of(id)));
        demo.inState(id, "RUNNING", SOON);

        stage.diamond().kill("gateway");

        JsonNode wakes = longPoll(session, 0);
        assertThat(wakes.path("items")).hasSize(1);
        assertThat(wakes.at("/items/0/digest/tasks").toString()).contains(id, "SUCCEEDED");
        stage.diamond().kill("gateway");
        assertThat(longPoll(session, 0).path("items")).as("until it is acknowledged").hasSize(1);
        demo.post("/v1/sessions/" + session + "/wakes/ack", Map.of("upTo", 1));
        assertThat(demo.get("/v1/sessions/" + session + "/wakes").path("items")).isEmpty();
    }

    private String session() {
        return demo.post("/v1/sessions", Map.of("title", "waits")).path("id").asText();
    }

    private JsonNode wakes(String session, long after) {
        return demo.get("/v1/sessions/" + session + "/wakes?after=" + after);
    }

    /** As an agent hangs on it: asks again when the time of one question is up. */
    private JsonNode longPoll(String session, long after) {
        JsonNode[] last = {null};
        Wait.until(SOON, () -> "no wake in " + session, () -> {
            last[0] = demo.get("/v1/sessions/" + session + "/wakes?wait=25&after=" + after);
            return !last[0].path("items").isEmpty();
        });
        return last[0];
    }

    private List<Long> streamed(String session, int count) throws Exception {
        List<Long> numbers = new ArrayList<>();
        try (Stream<String> lines = demo.stream("/v1/sessions/" + session + "/stream")) {
            var data = lines.filter(line -> line.startsWith("data:")).iterator();
            while (numbers.size() < count) {
                numbers.add(new ObjectMapper().readTree(data.next().substring(5)).path("number").asLong());
            }
        }
        return numbers;
    }
}
