package org.diamondhpc.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.diamondhpc.e2e.stage.Api;
import org.diamondhpc.e2e.stage.Cluster;
import org.diamondhpc.e2e.stage.EndToEnd;
import org.diamondhpc.e2e.stage.Spec;
import org.diamondhpc.e2e.stage.Stage;
import org.diamondhpc.e2e.stage.Uses;
import org.diamondhpc.e2e.stage.Wait;
import org.diamondhpc.model.testing.Answer;
import org.diamondhpc.model.testing.Question;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;

/** A goal in words, a job, a right answer; and the gateway is killed while the agent sleeps, acts and thinks. */
@EndToEnd
@Order(2)
class TheHostedAgentOutlivesItsGatewayTest {
    private static final Duration SOON = Duration.ofSeconds(120);

    private final Stage stage;
    private final Api demo;
    private String session;

    TheHostedAgentOutlivesItsGatewayTest(Stage stage) {
        this.stage = stage;
        this.demo = stage.demo();
    }

    @BeforeEach
    void open() {
        stage.model().clear();
        session = demo.post("/v1/sessions", Map.of("title", "hosted")).path("id").asText();
    }

    @Test
    @Uses(sites = "alpha", kills = true)
    void killedWhileItSleepsItIsWokenAndAnswersRight() throws Exception {
        String job = job("agent-sleeps", "sleep 12; echo $((6 * 7))");
        stage.model().script(q -> policy(q, "{\"spec\": " + job + "}"));
        String turn = begin("openai");
        await(turn, "PARKED");
        demo.inState(tasks().getFirst(), "RUNNING", SOON);
        assertThat(stage.model().questions()).hasSize(2);

        stage.diamond().kill("gateway");

        JsonNode over = await(turn, "ANSWERED");
        assertThat(over.path("answer").asText()).isEqualTo("The job printed 42");
        once("agent-sleeps");
        assertThat(stage.model().questions()).hasSize(4);
        assertThat(over.at("/used/inputTokens").asLong()).isEqualTo(stage.model().usage().input());
        JsonNode now = demo.get("/v1/sessions/" + session);
        assertThat(now.path("lastWake").asInt()).isEqualTo(1);
        assertThat(now.path("acked").asInt()).isEqualTo(1);
    }

    @Test
    @Uses(sites = "alpha", kills = true)
    void killedInTheMiddleOfACallAndOfAThoughtItSubmitsOnce() throws Exception {
        String job = job("agent-acts", "sleep 8; echo $((6 * 7))");
        AtomicBoolean thinks = new AtomicBoolean();
        stage.model().script(q -> {
            Answer next = policy(q, "{\"waitSeconds\": 40, \"spec\": " + job + "}");
            return q.lastResultOf("read_file").isPresent() && thinks.compareAndSet(false, true)
                    ? new Answer.Late(Duration.ofSeconds(20), next) : next;
        });
        String turn = begin("anthropic");
        Wait.until(SOON, () -> "no task", () -> tasks().size() == 1);

        stage.diamond().kill("gateway"); // the call still waits for the job's end
        Wait.until(SOON, () -> "the model was not asked for its last words", thinks::get);
        stage.diamond().kill("gateway");

        JsonNode over = await(turn, "ANSWERED");
        assertThat(over.path("answer").asText()).isEqualTo("The job printed 42");
        once("agent-acts");
        List<String> kinds = demo.get(turn + "/steps?limit=100").findValuesAsText("kind");
        assertThat(kinds).filteredOn("done"::equals).as("each call has one result").hasSize(
                (int) kinds.stream().filter("said"::equals).count() - 1);
    }

    /** Submits; parks unless the job is over; reads what it printed; tells. */
    private static Answer policy(Question q, String submission) {
        Optional<JsonNode> submitted = q.lastResultOf("submit_task");
        Optional<JsonNode> printed = q.lastResultOf("read_file");
        if (submitted.isEmpty()) {
            return Answer.call("submit_task", submission);
        }
        String task = submitted.get().at("/answer/task/id").asText();
        if (printed.isPresent()) {
            return Answer.words("The job printed " + printed.get().at("/answer/content/text").asText().strip());
        }
        boolean over = q.lastUser().contains("You are woken")
                || submitted.get().at("/answer/task/state").asText().equals("SUCCEEDED");
        return over ? Answer.call("read_file", "{\"task\": \"" + task + "\"}")
                : Answer.call("park", "{\"tasks\": [\"" + task + "\"]}");
    }

    private static String job(String trace, String script) {
        return Spec.script(Cluster.trace(trace, "once") + script).at("alpha").json().toString();
    }

    private String begin(String model) {
        JsonNode turn = demo.post("/v1/sessions/" + session + "/turns", Map.of("goal", "What is six times seven?",
                "model", model));
        return "/v1/sessions/" + session + "/turns/" + turn.path("number").asInt();
    }

    private JsonNode await(String turn, String state) {
        JsonNode[] last = {null};
        Wait.until(SOON, () -> turn + " did not come to " + state + ": " + last[0] + "\n" + demo.get(turn + "/steps"),
                () -> {
                    last[0] = demo.get(turn);
                    return last[0].path("state").asText().equals(state);
                });
        return last[0];
    }

    private List<String> tasks() {
        List<String> ids = new ArrayList<>();
        demo.get("/v1/tasks?session=" + session).path("items").forEach(t -> ids.add(t.path("id").asText()));
        return ids;
    }

    /** One task, one job, one trace; and nothing was asked that a real endpoint refuses. */
    private void once(String trace) {
        assertThat(tasks()).hasSize(1);
        assertThat(stage.cluster("alpha").traces(trace).get("once")).hasSize(1);
        assertThat(stage.cluster("alpha").jobsByAttempt().get(tasks().getFirst() + ".1")).hasSize(1);
        assertThat(stage.model().refused()).isEmpty();
    }
}
