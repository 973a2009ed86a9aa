package org.diamondhpc.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import io.quarkus.test.common.QuarkusTestResource;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.StreamSupport;
import org.diamondhpc.model.testing.Answer;
import org.diamondhpc.model.testing.Question;
import org.diamondhpc.model.testing.ScriptedModel;
import org.diamondhpc.schemas.DiamondJson;
import org.diamondhpc.schemas.task.JobEnd;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** What tests of the hosted agent share. */
@QuarkusTestResource(ModelEndpoint.class)
abstract class AgentCase extends GatewayTest {
    static final String KEY = "sk-only-for-tests-0123456789";
    ScriptedModel model;
    String session;

    @BeforeEach
    void meet() {
        model.clear();
        session = session();
    }

    @AfterEach
    void nothingWasRefused() {
        assertThat(model.refused()).as("what a real endpoint would have refused").isEmpty();
        model.script(q -> Answer.words("over"));
    }

    /** Begins a turn; its path. */
    String begin(String goal, String name) {
        Api.Reply reply = alice.post(turns(), Map.of("goal", goal, "model", name));
        assertThat(reply.status()).as(reply.text()).isEqualTo(202);
        assertThat(reply.header("Location")).isEqualTo(turns() + "/" + reply.json().path("number").asInt());
        return reply.header("Location");
    }

    String turns() {
        return "/v1/sessions/" + session + "/turns";
    }

    JsonNode awaitTurn(String turn, String state) {
        await().atMost(Duration.ofSeconds(15)).pollInterval(Duration.ofMillis(20)).untilAsserted(() ->
                assertThat(alice.get(turn).json().path("state").asText()).as(alice.get(turn).text()).isEqualTo(state));
        return alice.get(turn).json();
    }

    List<JsonNode> entries(String turn) {
        return StreamSupport.stream(alice.get(turn + "/steps?limit=500").json().path("items").spliterator(), false)
                .map(s -> s.path("entry")).toList();
    }

    List<String> kinds(String turn) {
        return entries(turn).stream().map(s -> s.path("kind").asText()).toList();
    }

    List<JsonNode> tasks() {
        return StreamSupport.stream(alice.get("/v1/tasks?session=" + session).json().path("items").spliterator(), false)
                .toList();
    }

    /** All of the job's life, up to its end. */
    void end(String task, JobEnd how) {
        say(steps(task).all(how));
    }

    /** Submits, sleeps for the end, and says what the wake told. */
    static Answer submitParkTell(Question q) {
        if (q.lastUser().contains("You are woken")) {
            return Answer.words("It is over: " + wake(q).at("/wake/summary").asText());
        }
        return q.results().isEmpty() ? Answer.call("submit_task", SUBMIT) : park(q);
    }

    static final String SUBMIT = "{\"spec\": " + SLEEP + "}";

    static Answer.Calls park(Question q) {
        return Answer.call("park", "{\"tasks\": [\"" + q.lastResult().orElseThrow().at("/answer/task/id").asText()
                + "\"]}");
    }

    static JsonNode wake(Question q) {
        return json(q.lastUser().substring(q.lastUser().indexOf('{')));
    }

    static JsonNode json(String text) {
        try {
            return DiamondJson.json().readTree(text);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(text, e);
        }
    }

    void run(String sql, Object... values) {
        try (Connection c = DriverManager.getConnection(postgres.jdbcUrl(), postgres.user(),
                postgres.password()); PreparedStatement s = c.prepareStatement(sql)) {
            for (int i = 0; i < values.length; i++) {
                s.setObject(i + 1, values[i]);
            }
            s.execute();
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    Object one(String sql, Object... values) {
        try (Connection c = DriverManager.getConnection(postgres.jdbcUrl(), postgres.user(),
                postgres.password()); PreparedStatement s = c.prepareStatement(sql)) {
            for (int i = 0; i < values.length; i++) {
                s.setObject(i + 1, values[i]);
            }
            try (ResultSet r = s.executeQuery()) {
                return r.next() ? r.getObject(1) : null;
            }
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    /** What another process finds of one that died here: a row whose lease it may take. */
    void loseTheLease() {
        run("UPDATE gateway.work_item SET lease = gen_random_uuid(), due_at = now() WHERE kind = 'agent-turn' AND key = ?",
                session);
    }
}
