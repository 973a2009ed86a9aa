package org.diamondhpc.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.diamondhpc.cli.testing.CommandLineRun;
import org.diamondhpc.cli.testing.StubGateway;
import org.junit.jupiter.api.Test;

class AgentCommandTest extends CommandCase {
    @Test
    void goalIsFollowedToItsAnswer() {
        gateway.on("POST /v1/sessions", "{\"id\": \"s-000000001\", \"state\": \"OPEN\"}");
        gateway.on("POST /v1/sessions/s-000000001/turns", "{\"number\": 1, \"model\": \"small\", \"state\": \"RUNNING\"}");
        gateway.on("GET /v1/sessions/s-000000001/turns/1/steps", asked -> StubGateway.Reply.json(200,
                asked.query().contains("after=0") ? """
                        {"turn": {"state": "PARKED"}, "next": 3, "items": [
                         {"seq": 1, "entry": {"kind": "asked", "text": "pi"}},
                         {"seq": 2, "entry": {"kind": "said", "text": "I begin.", "calls":
                          [{"name": "submit_task", "input": {"spec": {"executable": "pi"}}}]}},
                         {"seq": 3, "entry": {"kind": "done", "summary": "nap \\u001b[31m was asked for"}}]}"""
                : """
                        {"turn": {"state": "ANSWERED", "answer": "3.14\\u001b[2J", "endedAt": "2026-11-30T08:00:00Z",
                         "used": {"modelCalls": 3, "toolCalls": 2, "inputTokens": 900, "outputTokens": 20,
                          "cost": 0.003000, "currency": "USD"}}, "next": 3, "items": []}"""));

        CommandLineRun agent = run("agent", "compute pi", "--model", "small");

        assertThat(agent.exit()).isZero();
        assertThat(agent.out()).contains("I begin.", "submit_task {\"spec\"", "was asked for", "asleep", "3.14")
                .doesNotContain("\u001b");
        assertThat(agent.err()).contains("session s-000000001, turn 1", "3 questions", "900 tokens", "0.003 USD");
        assertThat(gateway.asked("POST /v1/sessions/s-000000001/turns").getFirst().json().path("goal").asText())
                .isEqualTo("compute pi");
        assertThat(gateway.asked("POST /v1/sessions").getFirst().json().path("title").asText()).isEqualTo("compute pi");
        assertThat(run("agent").exit()).isEqualTo(2);
        assertThat(run("agent", "pi", "--session", "s-000000001", "-q").out()).isEqualTo("3.14?[2J\n");
    }

    @Test
    void turnThatFailsSaysWhyAndIsAFailure() {
        gateway.on("GET /v1/sessions/s-000000001/turns", "{\"turns\": [{\"number\": 4}, {\"number\": 3}]}");
        gateway.on("POST /v1/sessions/s-000000001/turns/4/cancel", "{\"state\": \"CANCELLED\"}");
        gateway.on("GET /v1/sessions/s-000000001/turns/4/steps", """
                {"turn": {"state": "FAILED", "endedAt": "2026-11-30T08:00:00Z", "used": {"cost": 0},
                 "problem": {"reason": "POLICY_AGENT_LIMIT", "detail": "it asked too often", "whatToDo": "Begin another."}},
                 "next": 9, "items": []}""");

        CommandLineRun agent = run("agent", "--session", "s-000000001");

        assertThat(agent.exit()).isEqualTo(1);
        assertThat(agent.err()).contains("POLICY_AGENT_LIMIT: it asked too often — Begin another.");
        assertThat(run("agent", "--session", "s-000000001", "--cancel").out()).contains("turn 4 is CANCELLED");
    }
}
