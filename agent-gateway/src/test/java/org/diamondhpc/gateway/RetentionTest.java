package org.diamondhpc.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.time.Instant;
import java.util.List;
import org.diamondhpc.gateway.retention.OldRows;
import org.diamondhpc.gateway.task.EndedTasks;
import org.diamondhpc.schemas.Topics;
import org.diamondhpc.schemas.event.TaskEvent;
import org.diamondhpc.schemas.event.TaskEvent.TaskForgotten;
import org.diamondhpc.schemas.task.CollectedOutput;
import org.diamondhpc.schemas.task.JobEnd;
import org.diamondhpc.schemas.task.Replica;
import org.junit.jupiter.api.Test;

/** What is kept long enough is forgotten, and what still is of use is not. */
@QuarkusTest
class RetentionTest extends GatewayTest {
    private static final String SHA = "a".repeat(64);

    @Inject
    EndedTasks tasks;
    @Inject
    OldRows rows;

    @Test
    void aTaskKeptLongEnoughIsForgottenWithWhatLiesInItsDirectoriesAlone() {
        String old = ended();
        String young = submit(SLEEP);

        tasks.forget(Instant.now().plusSeconds(1), 1000);

        await().until(() -> ring.bodies(Topics.TASK_EVENTS, old, TaskForgotten.class).size() == 1);
        assertThat(alice.get("/v1/tasks/" + old).status()).isEqualTo(404);
        assertThat(alice.get("/v1/tasks/" + old + "/events").status()).isEqualTo(404);
        assertThat(facts("default", "tasks/" + old + "/a").status()).isEqualTo(404);
        Api.Reply kept = facts("kept", old);
        assertThat(kept.status()).as(kept.text()).isEqualTo(200);
        assertThat(kept.json().path("replicas")).hasSize(1);
        assertThat(alice.get("/v1/tasks/" + young).status()).isEqualTo(200);
    }

    @Test
    void aTaskThatALiveOneDependsOnIsKept() {
        String first = submit(SLEEP);
        String other = submit(SLEEP);
        String waiting = submit("""
                {"executable": "true", "dependsOn": [{"task": "%s"}, {"task": "%s"}]}""".formatted(first, other));
        say(steps(first).all(JobEnd.COMPLETED));
        awaitState(first, "SUCCEEDED");

        tasks.forget(Instant.now().plusSeconds(1), 1000);

        assertThat(alice.get("/v1/tasks/" + first).status()).isEqualTo(200);
        assertThat(alice.get("/v1/tasks/" + waiting).json().path("state").asText()).isEqualTo("WAITING");
    }

    @Test
    void onlyAcknowledgedWakesAreForgotten() {
        String session = session();
        for (int i = 0; i < 2; i++) {
            alice.post("/v1/sessions/" + session + "/waits", "{\"tasks\": [\"" + ended() + "\"]}");
        }
        await().until(() -> wakes(session).size() == 2);
        alice.post("/v1/sessions/" + session + "/wakes/ack", "{\"upTo\": 1}");

        rows.wakes(Instant.now().plusSeconds(1), 1000);

        assertThat(wakes(session)).extracting(w -> w.path("number").asInt()).containsExactly(2);
    }

    @Test
    void theAuditTrailEndsWhereItsTimeIsOver() {
        submit(SLEEP);

        int none = rows.audit(Instant.now().minusSeconds(3600), 10_000);
        int all = rows.audit(Instant.now().plusSeconds(1), 10_000);

        assertThat(none).isZero();
        assertThat(all).isPositive();
        assertThat(alice.get("/v1/audit").json().path("items")).isEmpty();
    }

    private JsonNode wakes(String session) {
        return alice.get("/v1/sessions/" + session + "/wakes?after=0").json().path("items");
    }

    private String ended() {
        String task = submit(SLEEP);
        Steps steps = steps(task);
        Replica there = Replica.at(Steps.ALPHA, "/home/al/.diamond/attempts/alice/" + task + ".1/work/a");
        List<CollectedOutput> outputs = List.of(output("ws://default/tasks/" + task + "/a", there),
                output("ws://kept/" + task, there, Replica.inStore(SHA)));
        say(List.of(steps.placed(), steps.staged(), steps.submitted(), steps.started(),
                new TaskEvent.OutputsCollected(steps.order(), steps.placement(), steps.job(),
                        steps.outcome(JobEnd.COMPLETED), outputs, List.of(), null)));
        awaitState(task, "SUCCEEDED");
        return task;
    }

    private static CollectedOutput output(String path, Replica... copies) {
        return new CollectedOutput(path, CollectedOutput.Kind.OUTPUT, "a", 5, SHA, List.of(copies));
    }

    private Api.Reply facts(String workspace, String path) {
        return alice.get("/v1/workspaces/" + workspace + "/files/" + path + "?view=facts");
    }
}
