package org.diamondhpc.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.diamondhpc.schemas.Topics;
import org.diamondhpc.schemas.event.TaskEvent;
import org.diamondhpc.schemas.id.AttemptId;
import org.diamondhpc.schemas.id.SiteId;
import org.diamondhpc.schemas.reason.Problem;
import org.diamondhpc.schemas.reason.Reason;
import org.diamondhpc.schemas.site.AccountLimits;
import org.diamondhpc.schemas.site.SiteHealth;
import org.diamondhpc.schemas.site.SiteSnapshot;
import org.diamondhpc.schemas.task.Candidate;
import org.diamondhpc.schemas.task.JobEnd;
import org.diamondhpc.schemas.task.Prediction;
import org.diamondhpc.schemas.task.Verdict;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What else than ends and starts a session can sleep for, and what wakes it unasked. */
@QuarkusTest
@TestProfile(ImpatientProfile.class)
class ConditionsTest extends WaitsCase {
    @Test
    void oneFailureWakesBesideWhateverElseIsWaitedFor() {
        String well = submit(SLEEP);
        String badly = submit(SLEEP);
        String session = session();
        String both = "[\"" + well + "\", \"" + badly + "\"]";
        park(session, "{\"tasks\": " + both + ", \"failed\": " + both + "}");

        say(steps(badly).all(JobEnd.FAILED));
        await().until(() -> wakes(session).size() == 1);
        say(steps(well).all(JobEnd.COMPLETED));
        awaitState(well, "SUCCEEDED");

        JsonNode wake = wakes(session).get(0);
        assertThat(wake.path("reason").asText()).isEqualTo("FULFILLED");
        assertThat(wake.at("/digest/events").findValuesAsText("kind")).contains("TASK_FAILED");
        assertThat(wake.at("/digest/tasks/0/whatToDo").asText()).isNotBlank();
        assertThat(wakes(session)).hasSize(1);
    }

    @Test
    void failureThatCanNoLongerComeIsSaid() {
        String task = submit(SLEEP);
        String session = session();
        park(session, "{\"failed\": [\"" + task + "\"]}");

        say(steps(task).all(JobEnd.COMPLETED));

        await().until(() -> wakes(session).size() == 1);
        assertThat(wakes(session).get(0).path("reason").asText()).isEqualTo("IMPOSSIBLE");
        assertThat(alice.get("/v1/sessions/" + session).json().path("state").asText()).isEqualTo("OPEN");
    }

    @Test
    void resultsAloneArePassedOverByFailures() {
        String badly = submit(SLEEP);
        String well = submit(SLEEP);
        String session = session();
        park(session, "{\"mode\": \"ANY\", \"succeeded\": [\"" + badly + "\", \"" + well + "\"]}");

        say(steps(badly).all(JobEnd.FAILED));
        awaitState(badly, "FAILED");
        assertThat(wakes(session)).isEmpty();
        say(steps(well).all(JobEnd.COMPLETED));

        await().until(() -> wakes(session).size() == 1);
        JsonNode digest = wakes(session).get(0).path("digest");
        assertThat(digest.path("states").path("FAILED").asInt()).isEqualTo(1);
        assertThat(digest.at("/tasks/1/sha256/0").asText()).isEqualTo("a".repeat(64));
    }

    @ParameterizedTest
    @ValueSource(strings = {"failed", "succeeded"})
    void whatIsDecidedBeforeTheWaitIsSaidAtOnce(String what) {
        String task = submit(SLEEP);
        say(steps(task).all(JobEnd.FAILED));
        awaitState(task, "FAILED");
        String session = session();

        JsonNode wait = park(session, "{\"" + what + "\": [\"" + task + "\"]}");

        assertThat(wait.path("state").asText()).isEqualTo(what.equals("failed") ? "FULFILLED" : "IMPOSSIBLE");
        assertThat(wakes(session)).hasSize(1);
    }

    @Test
    void queueThatCrossesTheThresholdWakesOnce() {
        String site = site();
        see(snapshot(site, SiteHealth.State.UP, 1, 9));
        String session = session();
        park(session, "{\"sites\": [{\"site\": \"" + site + "\", \"partition\": \"cpu\", \"idleNodes\": 3, "
                + "\"pendingJobs\": 2}]}");

        see(snapshot(site, SiteHealth.State.UP, 4, 9));
        see(snapshot(site, SiteHealth.State.DOWN, 4, 0));
        awaitHealth(site, "DOWN");
        assertThat(wakes(session)).isEmpty();
        see(snapshot(site, SiteHealth.State.UP, 4, 2));
        see(snapshot(site, SiteHealth.State.UP, 5, 0));

        await().until(() -> wakes(session).size() == 1);
        awaitHealth(site, "UP");
        assertThat(wakes(session)).hasSize(1);
        assertThat(wakes(session).get(0).at("/digest/events/0/saw").asText()).contains("4 idle nodes", "2 jobs wait");
    }

    @Test
    void siteThatGoesDownAndUpWakes() {
        String site = site();
        see(snapshot(site, SiteHealth.State.UP, 1, 0));
        String session = session();
        park(session, "{\"sites\": [{\"site\": \"" + site + "\", \"is\": \"DOWN\"}]}");
        see(snapshot(site, SiteHealth.State.DOWN, 1, 0));
        await().until(() -> wakes(session).size() == 1);

        JsonNode known = park(session, "{\"sites\": [{\"site\": \"" + site + "\", \"is\": \"DOWN\"}]}");
        park(session, "{\"sites\": [{\"site\": \"" + site + "\", \"is\": \"UP\"}]}");
        see(snapshot(site, SiteHealth.State.UP, 1, 0));

        assertThat(known.path("state").asText()).isEqualTo("FULFILLED");
        await().until(() -> wakes(session).size() == 3);
    }

    @Test
    void aBetterPlaceWakesAtOnceAndAStartMakesItImpossible() {
        String waits = submit(SLEEP);
        String starts = submit(SLEEP);
        say(steps(waits).all(JobEnd.COMPLETED).subList(0, 3));
        say(steps(starts).all(JobEnd.COMPLETED).subList(0, 3));
        awaitState(starts, "QUEUED");
        String woken = session();
        String told = session();
        park(woken, "{\"tasks\": [\"" + waits + "\"], \"betterPlacement\": [\"" + waits + "\"], \"attention\": \"none\"}");
        park(told, "{\"betterPlacement\": [\"" + starts + "\"], \"attention\": \"none\"}");

        ring.say(improved(steps(waits), 2));
        ring.say(improved(steps(waits), 1));
        say(List.of(steps(starts).started()));

        await().until(() -> wakes(woken).size() == 1 && wakes(told).size() == 1);
        assertThat(wakes(woken).get(0).at("/digest/events/0/kind").asText()).isEqualTo("PLACEMENT_IMPROVED");
        assertThat(wakes(woken).get(0).at("/digest/events/0/saw").asText())
                .contains("beta:gpu would be done in PT10M", "PT1H50M sooner than at alpha");
        assertThat(wakes(told).get(0).path("reason").asText()).isEqualTo("IMPOSSIBLE");
    }

    /** Discovery's word on an attempt, which may be of one that is over. */
    private static TaskEvent improved(Steps steps, int attempt) {
        Prediction soon = new Prediction(Duration.ofMinutes(1), Duration.ZERO, Duration.ofMinutes(3), Duration.ZERO,
                Duration.ofMinutes(9));
        return new TaskEvent.PlacementImproved(new AttemptId(steps.order().task(), attempt), steps.order().tenant(),
                Steps.ALPHA, "cpu", Duration.ofHours(2), new Candidate(new SiteId("beta"), "gpu", Verdict.READY,
                        "starts at once", soon, "nothing to move"), Duration.ofMinutes(110));
    }

    @Test
    void anAccountNearlyUsedUpWakesBesideWhateverElseIsWaitedFor() {
        String site = site();
        see(budget(site, 6000, 600));
        String task = submit(SLEEP);
        String session = session();
        park(session, "{\"tasks\": [\"" + task + "\"], \"budgets\": [{\"site\": \"" + site
                + "\", \"account\": \"proj\", \"hours\": 10}]}");

        see(budget(site, 6000, 5000));
        assertThat(wakes(session)).isEmpty();
        see(budget(site, 6000, 5500));

        await().until(() -> wakes(session).size() == 1);
        assertThat(wakes(session).get(0).at("/digest/events/0/saw").asText())
                .isEqualTo(site + ": 8.3 of 100.0 cpu hours are left to account proj");
        assertThat(alice.post("/v1/sessions/" + session + "/waits", "{\"budgets\": [{\"site\": \"" + site
                + "\", \"hours\": 10}]}").text()).contains("shows no limit of cpu minutes for the default account");
    }

    private static SiteSnapshot budget(String id, long limit, long used) {
        SiteSnapshot s = snapshot(id, SiteHealth.State.UP, 1, 0);
        return new SiteSnapshot(s.site(), s.description(), s.family(), s.version(), s.seenAt(), s.health(), s.partitions(),
                s.nodes(), s.queue(), false, List.of(new AccountLimits(List.of("alice"), "hpc-alice", List.of(
                        new AccountLimits.Association("proj", null, false, null, null, null, null, null,
                                List.of(new AccountLimits.Budget("cpu", limit, used)))), 1, 2)), s.reservations(),
                s.software(), s.labels(), s.maxArraySize());
    }

    @Test
    void siteNobodyKnowsIsRefused() {
        String site = site();
        see(snapshot(site, SiteHealth.State.UP, 1, 0));
        String session = session();

        for (String bad : new String[] {"{\"site\": \"mars\", \"is\": \"UP\"}", "{\"site\": \"" + site + "\"}",
            "{\"site\": \"" + site + "\", \"partition\": \"none\", \"idleNodes\": 1}", "null", "{\"is\": \"UP\"}"}) {
            assertThat(alice.post("/v1/sessions/" + session + "/waits", "{\"sites\": [" + bad + "]}").status())
                    .as(bad).isEqualTo(400);
        }
    }

    /** Wherever the look falls while sessions park, each of them is woken, and once. */
    @Test
    void lookAtTheSameMomentAsTheWaitIsNeverMissed() {
        String site = site();
        see(snapshot(site, SiteHealth.State.UP, 0, 0));
        List<String> sessions = new ArrayList<>();
        for (int i = 0; i < 30; i++) {
            sessions.add(session());
        }

        List<CompletableFuture<Void>> parking = sessions.stream().map(s -> CompletableFuture.runAsync(() ->
                park(s, "{\"sites\": [{\"site\": \"" + site + "\", \"idleNodes\": 2}]}"))).toList();
        ring.say(Topics.SITE_SNAPSHOTS.topic(), site, "org.diamondhpc.site.snapshot.v1",
                "e-" + UUID.randomUUID().toString().replace("-", ""), snapshot(site, SiteHealth.State.UP, 2, 0));
        parking.forEach(CompletableFuture::join);

        sessions.forEach(s -> await().atMost(Duration.ofSeconds(10)).until(() -> wakes(s).size() == 1));
        see(snapshot(site, SiteHealth.State.UP, 3, 0));
        sessions.forEach(s -> assertThat(wakes(s)).hasSize(1));
    }

    @ParameterizedTest
    @ValueSource(strings = {"failed", "succeeded"})
    void endAtTheSameMomentAsTheWaitIsNeverMissed(String what) {
        String task = running();
        Steps steps = steps(task);
        List<String> sessions = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            sessions.add(session());
        }

        List<CompletableFuture<Void>> parking = sessions.stream().map(s -> CompletableFuture.runAsync(() ->
                park(s, "{\"" + what + "\": [\"" + task + "\"]}"))).toList();
        say(List.of(steps.finished(JobEnd.FAILED), steps.collected(JobEnd.FAILED)));
        parking.forEach(CompletableFuture::join);

        sessions.forEach(s -> await().atMost(Duration.ofSeconds(10)).until(() -> wakes(s).size() == 1));
        assertThat(sessions).allMatch(s -> wakes(s).get(0).path("reason").asText()
                .equals(what.equals("failed") ? "FULFILLED" : "IMPOSSIBLE"));
    }

    @Test
    void alarmAtTheSameMomentAsTheWaitIsToldOnce() {
        String task = running();
        Steps steps = steps(task);
        List<String> sessions = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            sessions.add(session());
        }

        List<CompletableFuture<Void>> parking = sessions.stream().map(s -> CompletableFuture.runAsync(() ->
                park(s, "{\"tasks\": [\"" + task + "\"]}"))).toList();
        say(List.of(new TaskEvent.JobRequeued(steps.attempt(), steps.order().tenant(), steps.job(), 1, "by hand")));
        parking.forEach(CompletableFuture::join);
        sessions.forEach(s -> await().atMost(Duration.ofSeconds(10)).until(() -> wakes(s).size() == 1));
        say(List.of(steps.started(), new TaskEvent.JobRequeued(steps.attempt(), steps.order().tenant(), steps.job(), 2,
                "by hand")));
        awaitState(task, "QUEUED");

        assertThat(sessions).allMatch(s -> wakes(s).size() == 1
                && wakes(s).get(0).at("/digest/alarms/0/alarm").asText().equals("REQUEUED"));
    }

    @Test
    void jobThatWaitsTooLongIsToldOnceAndTheWaitGoesOn() {
        String task = submit(SLEEP);
        String session = session();
        park(session, "{\"tasks\": [\"" + task + "\"]}");
        Steps steps = steps(task);
        say(List.of(steps.placed(), steps.staged(), steps.submitted()));

        await().until(() -> wakes(session).size() == 1);
        JsonNode stalled = wakes(session).get(0);
        JsonNode again = park(session, "{\"tasks\": [\"" + task + "\"]}");
        say(List.of(new TaskEvent.JobPending(steps.attempt(), steps.order().tenant(), steps.job(), "Priority", "busy",
                null)));
        say(steps.all(JobEnd.COMPLETED));
        await().until(() -> wakes(session).size() == 3);

        assertThat(stalled.path("reason").asText()).isEqualTo("ATTENTION");
        assertThat(stalled.at("/digest/alarms/0/alarm").asText()).isEqualTo("QUEUE_STALLED");
        assertThat(stalled.at("/digest/alarms/0/whatToDo").asText()).isNotBlank();
        assertThat(again.path("state").asText()).isEqualTo("OPEN");
        assertThat(wakes(session).findValuesAsText("reason")).containsExactly("ATTENTION", "FULFILLED", "FULFILLED");
    }

    @Test
    void alarmThatStoodBeforeTheWaitWakesAtOnceUnlessSwitchedOff() {
        String task = submit(SLEEP);
        Steps steps = steps(task);
        say(List.of(steps.placed(), steps.staged(), steps.submitted(), steps.started(),
                new TaskEvent.JobRequeued(steps.attempt(), steps.order().tenant(), steps.job(), 1, "node n1 failed")));
        awaitState(task, "QUEUED");
        String session = session();
        String other = session();

        park(other, "{\"attention\": \"none\", \"tasks\": [\"" + task + "\"]}");
        park(other, "{\"attention\": [\"REQUEUED\"], \"tasks\": [\"" + task + "\"]}");
        park(session, "{\"tasks\": [\"" + task + "\"]}");
        park(session, "{\"tasks\": [\"" + task + "\"]}");

        assertThat(wakes(other)).isEmpty();
        assertThat(wakes(session)).hasSize(1);
        assertThat(wakes(session).get(0).at("/digest/alarms/0/alarm").asText()).isEqualTo("NODE_FAILED");
        assertThat(alice.get("/v1/sessions/" + session).json().path("openWaits").asInt()).isEqualTo(2);
    }

    @Test
    void fullDiskAndLostOutputsAreAlarmsOfTheirTask() {
        String task = submit(SLEEP);
        String other = submit(SLEEP);
        String session = session();
        park(session, "{\"tasks\": [\"" + task + "\", \"" + other + "\"]}");
        Steps steps = steps(task);
        say(steps.all(JobEnd.COMPLETED).subList(0, 5));

        say(List.of(new TaskEvent.CollectionDeferred(steps.attempt(), steps.order().tenant(), Steps.ALPHA,
                Problem.of(Reason.SITE_DISK_FULL, "no space left"), Instant.now())));
        await().until(() -> wakes(session).size() == 1);
        say(List.of(steps.collected(JobEnd.COMPLETED, List.of("result.dat"))));
        await().until(() -> wakes(session).size() == 2);

        assertThat(wakes(session).get(0).at("/digest/alarms/0/alarm").asText()).isEqualTo("QUOTA_HIT");
        assertThat(wakes(session).get(1).at("/digest/alarms/0/alarm").asText()).isEqualTo("OUTPUTS_MISSING");
    }

    @Test
    void siteThatNeedsALoginIsToldOnceForAllItsTasksUntilItWorksAgain() {
        String alpha = Steps.ALPHA.value();
        see(snapshot(alpha, SiteHealth.State.UP, 1, 0));
        String one = running();
        String two = running();
        String session = session();
        park(session, "{\"tasks\": [\"" + one + "\", \"" + two + "\"]}");

        see(snapshot(alpha, SiteHealth.State.NEEDS_LOGIN, 1, 0));
        see(snapshot(alpha, SiteHealth.State.NEEDS_LOGIN, 1, 0));
        park(session, "{\"tasks\": [\"" + one + "\"]}");
        awaitHealth(alpha, "NEEDS_LOGIN");
        int first = wakes(session).size();
        see(snapshot(alpha, SiteHealth.State.UP, 1, 0));
        see(snapshot(alpha, SiteHealth.State.NEEDS_LOGIN, 1, 0));
        await().until(() -> wakes(session).size() == 2);
        see(snapshot(alpha, SiteHealth.State.UP, 1, 0));

        assertThat(first).isEqualTo(1);
        assertThat(wakes(session).get(0).at("/digest/alarms/0/subject").asText()).isEqualTo(alpha);
        assertThat(wakes(session).get(0).at("/digest/alarms/0/whatToDo").asText()).contains("diamond login alpha");
    }
}
