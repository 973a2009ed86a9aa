package org.diamondhpc.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.quarkus.test.junit.QuarkusTest;
import java.util.List;
import org.diamondhpc.schemas.Topics;
import org.diamondhpc.schemas.event.TaskEvent;
import org.diamondhpc.schemas.id.TaskId;
import org.diamondhpc.schemas.id.TenantId;
import org.diamondhpc.schemas.reason.Problem;
import org.diamondhpc.schemas.reason.Reason;
import org.diamondhpc.schemas.task.JobEnd;
import org.junit.jupiter.api.Test;

/** Stopping, depending, trying again. */
@QuarkusTest
class LifeTest extends GatewayTest {
    private static final TenantId ALICE = new TenantId("alice");

    @Test
    void cancelIsAskedForOnceAndEndsCancelled() {
        String task = submit(SLEEP);
        Steps steps = steps(task);
        say(List.of(steps.placed(), steps.staged()));
        awaitState(task, "SUBMITTING");

        assertThat(alice.post("/v1/tasks/" + task + "/cancel?why=enough", "").status()).isEqualTo(202);
        assertThat(alice.send("DELETE", "/v1/tasks/" + task, null).status()).isEqualTo(202);
        ring.say(new TaskEvent.TaskCancelled(new TaskId(task), ALICE, "submission"));

        awaitState(task, "CANCELLED");
        await().untilAsserted(() -> assertThat(ring.types(Topics.TASK_EVENTS, task))
                .containsOnlyOnce("task.cancel-requested").containsOnlyOnce("task.ended"));
    }

    @Test
    void anotherTenantsEventChangesNothing() {
        String task = submit(SLEEP);
        ring.say(new TaskEvent.TaskCancelled(new TaskId(task), new TenantId("bob"), "submission"));
        Steps steps = steps(task);

        ring.say(steps.placed());

        awaitState(task, "STAGING");
    }

    @Test
    void noPlaceIsTheEnd() {
        String task = submit(SLEEP);

        ring.say(new TaskEvent.PlacementFailed(order(task),
                Problem.of(Reason.PLACEMENT_INFEASIBLE, "no site has 900 nodes"), List.of()));

        JsonNode ended = awaitState(task, "FAILED");
        assertThat(ended.path("problem").path("reason").asText()).isEqualTo("PLACEMENT_INFEASIBLE");
        assertThat(ended.path("problem").path("whatToDo").asText()).isNotBlank();
    }

    @Test
    void dependentGoesWithItsInputsWhenTheOtherSucceeded() {
        String first = submit(SLEEP);
        String second = submit("""
                {"executable": "true", "dependsOn": [{"task": "%s"}],
                 "inputs": [{"from": "task:0/out.txt", "to": "in.txt"}]}""".formatted(first));
        assertThat(alice.get("/v1/tasks/" + second).json().path("state").asText()).isEqualTo("WAITING");

        say(steps(first).all(JobEnd.COMPLETED));

        awaitState(second, "PLACING");
        await().untilAsserted(() -> assertThat(
                ring.bodies(Topics.TASK_EVENTS, second, TaskEvent.DependenciesMet.class)).singleElement()
                .satisfies(e -> assertThat(e.order().inputs()).singleElement().satisfies(i -> {
                    assertThat(i.to()).isEqualTo("in.txt");
                    assertThat(i.sha256()).isEqualTo("a".repeat(64));
                    assertThat(i.replicas().getFirst().site()).isEqualTo(Steps.ALPHA);
                })));
    }

    @Test
    void dependentFailsWithTheOtherAndTakesItsOwnDependentAlong() {
        String first = submit(SLEEP);
        String second = submit(ContractTest.dependsOn(first));
        String third = submit(ContractTest.dependsOn(second));
        String fallback = submit("{\"executable\": \"true\", \"dependsOn\": [{\"task\": \"" + first
                + "\", \"condition\": \"FAILURE\"}]}");

        say(steps(first).all(JobEnd.FAILED));

        JsonNode ended = awaitState(third, "FAILED");
        assertThat(ended.path("problem").path("reason").asText()).isEqualTo("SCHEDULER_DEPENDENCY_FAILED");
        awaitState(second, "FAILED");
        awaitState(fallback, "PLACING");
    }

    @Test
    void waitingTaskIsStoppedAtOnce() {
        String second = submit(ContractTest.dependsOn(submit(SLEEP)));

        JsonNode stopped = alice.post("/v1/tasks/" + second + "/cancel", "").json();

        assertThat(stopped.path("state").asText()).isEqualTo("CANCELLED");
    }

    @Test
    void dependentOnWhatHasEndedGoesAtOnce() {
        String first = submit(SLEEP);
        say(steps(first).all(JobEnd.COMPLETED));
        awaitState(first, "SUCCEEDED");

        String second = submit(ContractTest.dependsOn(first));

        assertThat(alice.get("/v1/tasks/" + second).json().path("state").asText()).isEqualTo("PLACING");
        await().untilAsserted(() -> assertThat(ring.types(Topics.TASK_EVENTS, second))
                .containsExactly("task.requested", "task.dependencies-met"));
    }

    @Test
    void endedTaskIsTriedAgainAsANewOne() {
        String task = submit(SLEEP);
        assertThat(alice.post("/v1/tasks/" + task + "/retry", "").reason()).isEqualTo("INVALID_STATE");
        say(steps(task).all(JobEnd.FAILED));
        awaitState(task, "FAILED");

        JsonNode again = alice.post("/v1/tasks/" + task + "/retry", "").json();

        assertThat(again.path("retryOf").asText()).isEqualTo(task);
        assertThat(again.path("state").asText()).isEqualTo("PLACING");
    }

    @Test
    void lostIsNeverTriedAgain() {
        String task = submit("{\"executable\": \"true\", \"retries\": {\"limit\": 3}}");

        say(steps(task).all(JobEnd.LOST));

        JsonNode ended = awaitState(task, "FAILED");
        assertThat(ended.path("problem").path("reason").asText()).isEqualTo("SCHEDULER_JOB_LOST");
        assertThat(ended.path("problem").path("detail").asText()).contains("not in the queue");
    }
}
