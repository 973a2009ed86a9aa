package org.diamondhpc.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.quarkus.test.junit.QuarkusTest;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.diamondhpc.model.testing.Answer;
import org.diamondhpc.schemas.task.JobEnd;
import org.junit.jupiter.api.Test;

/** What goes wrong around the hosted agent: its model, its gateway, its limits, its users. */
@QuarkusTest
class AgentTroubleTest extends AgentCase {
    @Test
    void endpointThatFailsForTheTimeIsAskedAgain() {
        model.script(q -> switch (q.number()) {
            case 1 -> new Answer.Http(429, Map.of("Retry-After", "1"), "{\"error\":{\"message\":\"slow down\"}}");
            case 2 -> Answer.trouble(500, "oops");
            case 3 -> new Answer.Broken();
            default -> Answer.words("at last");
        });
        long from = System.nanoTime();

        JsonNode over = awaitTurn(begin("try", "openai"), "ANSWERED");

        assertThat(over.path("answer").asText()).isEqualTo("at last");
        assertThat(over.at("/used/modelCalls").asInt()).isEqualTo(4);
        assertThat(Duration.ofNanos(System.nanoTime() - from)).isGreaterThan(Duration.ofSeconds(1));
    }

    @Test
    void endpointThatStaysAwayEndsTheTurnWithTheReason() {
        model.script(q -> Answer.trouble(503, "overloaded"));

        JsonNode over = awaitTurn(begin("try", "openai"), "FAILED");

        assertThat(over.at("/problem/reason").asText()).isEqualTo("MODEL_UNAVAILABLE");
        assertThat(over.at("/problem/detail").asText()).contains("503", "overloaded", "4 times");
        assertThat(over.at("/problem/whatToDo").asText()).isNotBlank();
        assertThat(model.questions()).hasSize(4);
    }

    @Test
    void keyThatIsRefusedEndsItAtOnceAndIsShownNowhere() {
        model.script(q -> Answer.trouble(401, "invalid key " + KEY));

        String turn = begin("try", "openai");

        JsonNode over = awaitTurn(turn, "FAILED");
        assertThat(over.at("/problem/reason").asText()).isEqualTo("MODEL_MISCONFIGURED");
        assertThat(model.questions()).hasSize(1);
        assertThat(over.toString() + alice.get(turn + "/steps").text()).doesNotContain(KEY);
    }

    @Test
    void modelThatDeclinesEndsIt() {
        model.script(q -> new Answer.Refusal("I cannot help with that."));

        JsonNode over = awaitTurn(begin("do evil", "anthropic"), "FAILED");

        assertThat(over.at("/problem/reason").asText()).isEqualTo("MODEL_REFUSED");
        assertThat(over.at("/problem/detail").asText()).contains("I cannot help");
        assertThat(over.at("/used/inputTokens").asLong()).isPositive();
    }

    @Test
    void endlessModelIsStopped() {
        model.script(q -> Answer.call("list_tasks", "{}"));

        JsonNode over = awaitTurn(begin("loop", "openai"), "FAILED");

        assertThat(over.at("/problem/reason").asText()).isEqualTo("POLICY_AGENT_LIMIT");
        assertThat(over.at("/problem/detail").asText()).contains("8 times");
        assertThat(over.at("/problem/whatToDo").asText()).contains("another turn");
        assertThat(model.questions()).hasSize(8);
        model.script(q -> Answer.words("fresh"));
        assertThat(awaitTurn(begin("go on", "anthropic"), "ANSWERED").path("answer").asText()).isEqualTo("fresh");
    }

    @Test
    void tenantsOwnLimitHolds() {
        model.script(q -> Answer.call("list_tasks", "{}"));
        Api admin = api("admin-token");
        String own = admin.post("/v1/sessions", "{\"title\": \"costly\"}").json().path("id").asText();

        String turn = admin.post("/v1/sessions/" + own + "/turns", "{\"goal\": \"loop\"}").header("Location");

        await().until(() -> admin.get(turn).json().path("state").asText().equals("FAILED"));
        assertThat(admin.get(turn).json().at("/problem/detail").asText()).contains("cost", "at most 0.001");
        assertThat(model.questions()).hasSize(1);
    }

    @Test
    void gatewayThatDiesInTheMiddleOfACallSubmitsOnce() {
        model.script(q -> q.lastUser().contains("You are woken") || !q.results().isEmpty() ? submitParkTell(q)
                : Answer.call("submit_task", "{\"waitSeconds\": 4, \"spec\": " + SLEEP + "}"));
        String turn = begin("sleep a second", "openai");
        await().pollInterval(Duration.ofMillis(20)).until(() -> tasks().size() == 1);

        loseTheLease();

        awaitTurn(turn, "PARKED");
        assertThat(tasks()).hasSize(1);
        assertThat(kinds(turn)).containsExactly("asked", "said", "done", "said", "done");
        end(tasks().getFirst().path("id").asText(), JobEnd.COMPLETED);
        assertThat(awaitTurn(turn, "ANSWERED").at("/used/toolCalls").asInt()).isEqualTo(2);
    }

    @Test
    void gatewayThatDiesWhileTheModelThinksAsksAgain() {
        AtomicBoolean died = new AtomicBoolean();
        model.script(q -> {
            if (died.compareAndSet(false, true)) {
                loseTheLease();
                return Answer.call("submit_task", SUBMIT);
            }
            return Answer.words("asked " + q.number() + " times");
        });

        JsonNode over = awaitTurn(begin("think", "openai"), "ANSWERED");

        assertThat(over.path("answer").asText()).isEqualTo("asked 2 times");
        assertThat(tasks()).isEmpty();
        assertThat(over.at("/used/modelCalls").asInt()).isEqualTo(2);
    }

    @Test
    void cancelledWhileItSleepsItGivesItsWaitUp() {
        model.script(AgentCase::submitParkTell);
        String turn = begin("sleep a second", "openai");
        awaitTurn(turn, "PARKED");

        Api.Reply reply = alice.post(turn + "/cancel", "");

        assertThat(reply.status()).isEqualTo(200);
        assertThat(reply.json().path("state").asText()).isEqualTo("CANCELLED");
        assertThat(alice.get("/v1/sessions/" + session).json().path("openWaits").asInt()).isZero();
        assertThat(one("SELECT key FROM gateway.work_item WHERE kind = 'agent-turn' AND key = ?", session)).isNull();
        assertThat(alice.post(turn + "/cancel", "").json().path("state").asText()).isEqualTo("CANCELLED");
        end(tasks().getFirst().path("id").asText(), JobEnd.COMPLETED);
        model.script(q -> Answer.words("fresh"));
        assertThat(awaitTurn(begin("next", "anthropic"), "ANSWERED").path("answer").asText()).isEqualTo("fresh");
    }

    @Test
    void cancelledWhileTheModelThinksItsAnswerIsNotHeard() {
        model.script(q -> new Answer.Late(Duration.ofSeconds(1), Answer.call("submit_task", SUBMIT)));
        String turn = begin("think", "openai");
        await().until(() -> model.questions().size() == 1);

        alice.post(turn + "/cancel", "");

        await().during(Duration.ofMillis(1500)).atMost(Duration.ofSeconds(3)).until(() -> tasks().isEmpty());
        assertThat(kinds(turn)).containsExactly("asked");
        assertThat(alice.get(turn).json().path("state").asText()).isEqualTo("CANCELLED");
    }

    @Test
    void oneTurnAtATimeAndOncePerKey() {
        model.script(AgentCase::submitParkTell);
        Api.Reply first = alice.post(turns(), "{\"goal\": \"sleep\"}", "Idempotency-Key", "turn-" + session);
        awaitTurn(first.header("Location"), "PARKED");

        Api.Reply again = alice.post(turns(), "{\"goal\": \"sleep\"}", "Idempotency-Key", "turn-" + session);
        Api.Reply other = alice.post(turns(), "{\"goal\": \"something else\"}");

        assertThat(again.status()).isEqualTo(202);
        assertThat(again.json().path("number").asInt()).isEqualTo(1);
        assertThat(other.status()).isEqualTo(409);
        assertThat(other.json().path("detail").asText()).contains("turn 1 is parked");
    }

    @Test
    void whoMayNotIsTold() {
        String path = turns();

        assertThat(alice.post(path, "{}").status()).isEqualTo(400);
        assertThat(alice.post(path, "{\"goal\": \"  \"}").status()).isEqualTo(400);
        assertThat(alice.post(path, "{\"goal\": \"a\\u0000b\"}").status()).isEqualTo(400);
        assertThat(alice.post(path, Map.of("goal", "x".repeat(40_000))).status()).isEqualTo(413);
        Api.Reply unknown = alice.post(path, "{\"goal\": \"x\", \"model\": \"gpt-0\"}");
        assertThat(unknown.status()).isEqualTo(400);
        assertThat(unknown.json().path("detail").asText()).contains("anthropic, openai");
        assertThat(api("viewer-token").post(path, "{\"goal\": \"x\"}").status()).isEqualTo(403);
        assertThat(bob.post(path, "{\"goal\": \"x\"}").status()).isEqualTo(403);
        assertThat(bob.get(path).status()).isEqualTo(404);
        assertThat(alice.get(path + "/1").status()).isEqualTo(404);
        alice.post("/v1/sessions/" + session + "/close", "");
        assertThat(alice.post(path, "{\"goal\": \"x\"}").status()).isEqualTo(409);
    }
}
