package org.diamondhpc.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.quarkus.test.junit.QuarkusTest;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.diamondhpc.schemas.Topics;
import org.diamondhpc.schemas.event.TaskEvent;
import org.diamondhpc.schemas.task.Hedge;
import org.diamondhpc.schemas.task.JobEnd;
import org.junit.jupiter.api.Test;

/** A task once around the ring, with its waits and wakes. */
@QuarkusTest
class TaskRingTest extends GatewayTest {
    @Test
    void taskGoesRoundAndEndsOnce() {
        String task = submit(SLEEP);
        Steps steps = steps(task);

        say(steps.all(JobEnd.COMPLETED));

        JsonNode ended = awaitState(task, "SUCCEEDED");
        assertThat(ended.path("job").path("id").asText()).isEqualTo("41");
        assertThat(ended.path("durations").path("running").asText()).isEqualTo("PT1M");
        assertThat(ended.path("outputs").get(0).path("relative").asText()).isEqualTo("out.txt");
        await().untilAsserted(() ->
                assertThat(ring.types(Topics.TASK_EVENTS, task)).containsOnlyOnce("task.ended")
                        .startsWith("task.requested").endsWith("task.ended"));
    }

    @Test
    void agentIsWokenOnceWithEverythingItNeeds() throws Exception {
        String session = session();
        String task = submit(SLEEP.replaceFirst("\\{", "{\"session\": \"" + session + "\", "));
        Steps steps = steps(task);
        Api.Reply parked = alice.post("/v1/sessions/" + session + "/waits",
                "{\"tasks\": [\"" + task + "\"], \"note\": \"then compare\"}");
        assertThat(parked.status()).as(parked.text()).isEqualTo(201);
        CompletableFuture<Api.Reply> poll = alice.getLater("/v1/sessions/" + session + "/wakes?wait=20");

        say(steps.all(JobEnd.FAILED));
        ring.say(steps.collected(JobEnd.FAILED));

        JsonNode wakes = poll.get(20, TimeUnit.SECONDS).json();
        assertThat(wakes.path("items")).hasSize(1);
        JsonNode wake = wakes.path("items").get(0);
        assertThat(wake.path("number").asInt()).isEqualTo(1);
        assertThat(wake.path("reason").asText()).isEqualTo("FULFILLED");
        JsonNode digest = wake.path("digest");
        assertThat(digest.path("note").asText()).isEqualTo("then compare");
        assertThat(digest.path("title").asText()).isEqualTo("a study");
        JsonNode told = digest.path("tasks").get(0);
        assertThat(told.path("state").asText()).isEqualTo("FAILED");
        assertThat(told.path("reason").asText()).isEqualTo("SCHEDULER_JOB_FAILED");
        assertThat(told.path("exitCode").asInt()).isEqualTo(3);
        assertThat(told.path("whatToDo").asText()).contains("stderr");
        assertThat(told.path("ran").asText()).isEqualTo("PT1M");
        assertThat(alice.get("/v1/sessions/" + session + "/wakes?after=1").json().path("items")).isEmpty();
    }

    @Test
    void aMovedTaskWakesItsAgentOnceAndTellsTheMove() throws Exception {
        String session = session();
        String task = submit(SLEEP.replaceFirst("\\{", "{\"session\": \"" + session + "\", "));
        Steps first = steps(task);
        Steps second = new Steps(first.order().again(null));
        alice.post("/v1/sessions/" + session + "/waits", "{\"tasks\": [\"" + task + "\"], \"failed\": [\"" + task + "\"]}");

        say(List.of(first.placed(), first.staged(), first.submitted(), first.reconsidered(), first.withdrawn(),
                first.finished(JobEnd.CANCELLED), first.collected(JobEnd.CANCELLED)));
        awaitState(task, "PLACING");
        say(second.all(JobEnd.COMPLETED));

        JsonNode ended = awaitState(task, "SUCCEEDED");
        assertThat(ended.path("attempt").asInt()).isEqualTo(2);
        JsonNode move = ended.path("moves").get(0);
        assertThat(move.path("state").asText()).isEqualTo("MOVED");
        assertThat(move.path("here").asText()).isEqualTo("PT2H");
        assertThat(move.path("said").asText()).contains("119 min sooner", "withdrawn before it began");
        JsonNode wakes = alice.get("/v1/sessions/" + session + "/wakes?wait=20").json();
        assertThat(wakes.path("items")).hasSize(1);
        assertThat(alice.get("/v1/tasks/" + task + "/events").text()).contains("placement-reconsidered", "job-withdrawn");
    }

    @Test
    void ofAHedgedTaskTheFirstStartIsChosenAndItsEndIsTheTasks() throws Exception {
        String session = session();
        String task = submit(SLEEP.replaceFirst("\\{", "{\"session\": \"" + session + "\", "));
        Hedge hedge = new Hedge(1, 2, Duration.ofMinutes(2));
        Steps first = new Steps(steps(task).order().hedged(hedge, 1));
        Steps second = new Steps(steps(task).order().hedged(hedge, 2));
        alice.post("/v1/sessions/" + session + "/waits", "{\"tasks\": [\"" + task + "\"], \"failed\": [\"" + task + "\"]}");

        say(List.of(first.placed(), second.placed(), first.staged(), second.staged(), first.submitted(), second.submitted(),
                second.started(), first.started()));
        awaitState(task, "RUNNING");
        await().untilAsserted(() ->
                assertThat(ring.bodies(Topics.TASK_EVENTS, task, TaskEvent.AttemptChosen.class)).hasSize(1));
        TaskEvent.AttemptChosen chosen = ring.bodies(Topics.TASK_EVENTS, task, TaskEvent.AttemptChosen.class).getFirst();
        assertThat(chosen.attempt()).isEqualTo(second.attempt());
        assertThat(chosen.dropped()).containsExactly(first.attempt());
        say(List.of(first.finished(JobEnd.CANCELLED), first.collected(JobEnd.CANCELLED),
                new TaskEvent.GoGiven(second.attempt(), second.order().tenant(), second.job()),
                second.finished(JobEnd.COMPLETED), second.collected(JobEnd.COMPLETED)));

        JsonNode ended = awaitState(task, "SUCCEEDED");
        assertThat(ended.path("attempt").asInt()).isEqualTo(2);
        assertThat(ended.path("outputs")).hasSize(1);
        assertThat(ended.at("/hedge/chosen").asInt()).isEqualTo(2);
        assertThat(ended.at("/hedge/extraJobs").asInt()).isEqualTo(1);
        assertThat(ended.at("/hedge/copies/0/state").asText()).isEqualTo("DROPPED");
        JsonNode wakes = alice.get("/v1/sessions/" + session + "/wakes?wait=20").json();
        assertThat(wakes.path("items")).hasSize(1);
    }

    @Test
    void aHedgedTaskThatIsCancelledBeforeAnyBeganEndsAtOnce() {
        String task = submit(SLEEP);
        Hedge hedge = new Hedge(1, 2, Duration.ofMinutes(2));
        Steps first = new Steps(steps(task).order().hedged(hedge, 1));
        Steps second = new Steps(steps(task).order().hedged(hedge, 2));
        say(List.of(first.placed(), second.placed(), first.staged(), first.submitted()));
        awaitState(task, "QUEUED");

        alice.post("/v1/tasks/" + task + "/cancel", "");

        awaitState(task, "CANCELLED");
        say(List.of(second.staged(), second.submitted(), first.started(), second.started()));
        await().pollDelay(Duration.ofSeconds(1)).untilAsserted(() ->
                assertThat(ring.bodies(Topics.TASK_EVENTS, task, TaskEvent.TaskEnded.class)).hasSize(1));
        assertThat(ring.bodies(Topics.TASK_EVENTS, task, TaskEvent.AttemptChosen.class)).isEmpty();
    }

    @Test
    void siteFailureIsTriedAgainWithoutTheNode() {
        String task = submit(SLEEP);
        Steps steps = steps(task);

        say(steps.all(JobEnd.NODE_FAIL));

        awaitState(task, "PLACING");
        await().untilAsserted(() ->
                assertThat(ring.bodies(Topics.TASK_EVENTS, task, TaskEvent.TaskRetried.class)).hasSize(1));
        TaskEvent.TaskRetried again = ring.bodies(Topics.TASK_EVENTS, task, TaskEvent.TaskRetried.class).getFirst();
        assertThat(again.order().attempt()).isEqualTo(2);
        assertThat(again.order().excluded()).singleElement().satisfies(e ->
                assertThat(e.nodes()).isEqualTo(List.of("n1")));
    }
}
