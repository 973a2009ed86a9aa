package org.diamondhpc.monitor.domain;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.OptionalInt;
import org.diamondhpc.schemas.event.TaskEvent;
import org.diamondhpc.schemas.id.SiteId;
import org.diamondhpc.schemas.id.TaskId;
import org.diamondhpc.schemas.id.TenantId;
import org.diamondhpc.schemas.spec.SpecReader;
import org.diamondhpc.schemas.task.JobEnd;
import org.diamondhpc.schemas.task.JobOutcome;
import org.diamondhpc.schemas.task.StreamFile;
import org.diamondhpc.schemas.task.JobRef;
import org.diamondhpc.schemas.task.Placement;
import org.diamondhpc.schemas.task.TaskOrder;
import org.diamondhpc.site.scheduler.Hint;
import org.diamondhpc.site.scheduler.Observation;
import org.junit.jupiter.api.Test;

class WatchRulesTest {
    private static final Instant NOON = Instant.parse("2026-11-30T12:00:00Z");
    private final WatchRules rules = new WatchRules(Duration.ofMinutes(2));
    private final TrackedJob fresh = job("executable: /bin/true");
    private final TrackedJob running = rules.observed(fresh, new Observation.Running(NOON, List.of("a001")), NOON).next();

    @Test
    void tellsWhyAJobWaitsOnceForEachReason() {
        Observation priority = new Observation.Pending("Priority", "others go first", null);

        Change first = rules.observed(fresh, priority, NOON);
        Change same = rules.observed(first.next(), priority, NOON.plusSeconds(5));
        Change other = rules.observed(same.next(), new Observation.Pending("Resources", "next", null), NOON);

        assertThat(first.news()).hasOnlyElementsOfType(TaskEvent.JobPending.class).hasSize(1);
        assertThat(same.changes(first.next())).isFalse();
        assertThat(other.news()).hasSize(1);
    }

    @Test
    void aFailedLookIsNotNews() {
        assertThat(rules.observed(running, new Observation.Unobserved("squeue timed out"), NOON).changes(running))
                .isFalse();
    }

    @Test
    void aJobThatHealthyLooksDoNotFindIsLostOnlyAfterTheGracePeriod() {
        Observation absent = new Observation.Absent(List.of("not in the queue"));

        Change first = rules.observed(running, absent, NOON);
        Change within = rules.observed(first.next(), absent, NOON.plusSeconds(119));
        Change after = rules.observed(within.next(), absent, NOON.plusSeconds(121));

        assertThat(first.news()).isEmpty();
        assertThat(within.news()).isEmpty();
        assertThat(after.news()).singleElement().isInstanceOfSatisfying(TaskEvent.JobFinished.class, e -> {
            assertThat(e.outcome().end()).isEqualTo(JobEnd.LOST);
            assertThat(e.outcome().evidence()).contains("not in the queue");
        });
    }

    @Test
    void aJobThatIsBeingWithdrawnHasNoNewsOfStartOrEndUntilItStays() {
        TrackedJob moving = rules.moving(fresh).next();
        JobOutcome cancelled = new JobOutcome(JobEnd.CANCELLED, null, null, "CANCELLED", null, null, NOON, null, null, null);

        for (Observation seen : List.of(new Observation.Ended(cancelled, null), new Observation.Running(NOON, List.of("a001")),
                new Observation.Absent(List.of("gone")), new Observation.ClaimedByNobody())) {
            assertThat(rules.observed(moving, seen, NOON.plusSeconds(600)).news()).as(seen.toString()).isEmpty();
        }
        TrackedJob kept = rules.kept(moving).next();

        assertThat(rules.observed(kept, new Observation.Running(NOON, List.of("a001")), NOON).news()).singleElement()
                .isInstanceOf(TaskEvent.JobStarted.class);
    }

    @Test
    void whatTheJobItselfSaysOfItsStartIsNewsAlsoWhileItIsBeingWithdrawn() {
        TrackedJob moving = rules.moving(fresh).next();

        Change change = rules.hinted(moving, new Hint.Started(moving.attempt(), "17", OptionalInt.empty(), NOON, List.of("a001")),
                NOON);

        assertThat(change.news()).singleElement().isInstanceOf(TaskEvent.JobStarted.class);
    }

    @Test
    void anAttemptClaimedForNobodyNeverEnds() {
        assertThat(rules.observed(fresh, new Observation.ClaimedByNobody(), NOON).changes(fresh)).isFalse();
    }

    @Test
    void beingSeenAgainEndsTheGracePeriod() {
        Change absent = rules.observed(running, new Observation.Absent(List.of()), NOON);
        Change seen = rules.observed(absent.next(), new Observation.Running(NOON, List.of("a001")), NOON.plusSeconds(60));
        Change gone = rules.observed(seen.next(), new Observation.Absent(List.of()), NOON.plusSeconds(130));

        assertThat(gone.news()).isEmpty();
    }

    @Test
    void aCleanExitOfTheRecordedJobIsNewsAtOnce() {
        Change change = rules.hinted(running, exit("17", 0), NOON.plusSeconds(9));

        assertThat(change.news()).singleElement().isInstanceOfSatisfying(TaskEvent.JobFinished.class,
                e -> assertThat(e.outcome().end()).isEqualTo(JobEnd.COMPLETED));
        assertThat(change.next().ended()).isTrue();
    }

    @Test
    void anyOtherExitWaitsForTheSchedulersWord() {
        assertThat(rules.hinted(running, exit("17", 137), NOON).news()).isEmpty();
        assertThat(rules.hinted(running, exit("18", 0), NOON).news()).as("another job's").isEmpty();
    }

    @Test
    void onlyALineThatSaysNoMoreThanIsKnownNeedsNoLook() {
        assertThat(rules.unclear(running, start("17", NOON.plusSeconds(2)))).as("the start that was seen").isFalse();
        assertThat(rules.unclear(running, start("17", NOON.plusSeconds(60)))).as("another run of the job").isTrue();
        assertThat(rules.unclear(running, start("18", NOON))).as("another job of the attempt").isTrue();
        assertThat(rules.unclear(running, exit("17", 137))).as("an end with a cause").isTrue();
        assertThat(rules.unclear(fresh, exit("17", 0))).as("an end without a start").isTrue();
        assertThat(rules.unclear(rules.hinted(running, exit("17", 0), NOON).next(), exit("17", 0))).isFalse();
    }

    @Test
    void anEndIsNewsOnce() {
        Change end = rules.hinted(running, exit("17", 0), NOON);
        JobOutcome outcome = new JobOutcome(JobEnd.COMPLETED, 0, null, "COMPLETED", "", NOON, NOON, null, null, null);

        assertThat(rules.hinted(end.next(), exit("17", 0), NOON).news()).isEmpty();
        assertThat(rules.observed(end.next(), new Observation.Ended(outcome, null), NOON).news()).isEmpty();
    }

    @Test
    void aJobThatWasOverBeforeItsFirstLookHasStartedToo() {
        JobOutcome outcome = new JobOutcome(JobEnd.FAILED, 3, null, "FAILED", "", NOON, NOON, null, null, null);

        Change change = rules.observed(fresh, new Observation.Ended(outcome, null), NOON);

        assertThat(change.news()).hasExactlyElementsOfTypes(TaskEvent.JobStarted.class, TaskEvent.JobFinished.class);
    }

    @Test
    void theJobThatClaimedTheAttemptIsTheTasksJob() {
        Change change = rules.observed(fresh, new Observation.ClaimedBy("99"), NOON);

        assertThat(change.next().job().id()).isEqualTo("99");
        assertThat(change.news()).singleElement().isInstanceOfSatisfying(TaskEvent.JobIdentified.class,
                e -> assertThat(e.recorded().id()).isEqualTo("17"));
    }

    @Test
    void aDuplicateIsReportedOnceAndAlsoAfterTheEnd() {
        Change end = rules.hinted(running, exit("17", 0), NOON);
        Change first = rules.observed(end.next(), new Observation.Duplicate("18", true), NOON);
        Change again = rules.observed(first.next(), new Observation.Duplicate("18", true), NOON);

        assertThat(first.news()).hasOnlyElementsOfType(TaskEvent.DuplicateJobFenced.class).hasSize(1);
        assertThat(again.news()).isEmpty();
    }

    @Test
    void aRequeueIsNewsOnceForEachRestart() {
        Change first = rules.observed(running, new Observation.Requeued(1, "NODE_FAIL"), NOON);
        Change again = rules.observed(first.next(), new Observation.Requeued(1, "NODE_FAIL"), NOON);

        assertThat(first.news()).hasOnlyElementsOfType(TaskEvent.JobRequeued.class).hasSize(1);
        assertThat(again.news()).isEmpty();
    }

    @Test
    void anArraysElementDoesNotEndTheWhole() {
        TrackedJob array = job("{executable: /bin/true, array: {indices: '1-3'}}");

        assertThat(rules.hinted(array, exit("17", 0), NOON).news()).isEmpty();
    }

    @Test
    void aStartNamesTheNodesTheJobAskedForAndNoMore() {
        TrackedJob two = job("{executable: /bin/true, resources: {nodes: 2}}");
        Hint start = new Hint.Started(two.attempt(), "17", OptionalInt.empty(), NOON, List.of("a001", "a002", "x1"));

        Change change = rules.hinted(two, start, NOON);

        assertThat(change.news()).containsExactly(new TaskEvent.JobStarted(two.attempt(), two.tenant(), two.job(), NOON,
                List.of("a001", "a002")));
    }

    @Test
    void anEndWithoutAStartIsLookedAt() {
        Change change = rules.hinted(fresh, exit("17", 0), NOON);

        assertThat(change.news()).isEmpty();
        assertThat(change.next().ended()).isFalse();
    }

    @Test
    void whatTheJobSaysOfItsStreamsGoesOnWithItsEnd() {
        List<StreamFile> streams = List.of(new StreamFile("stdout", 1, "a".repeat(64)));

        Change end = rules.hinted(running, new Hint.Exited(running.attempt(), "17", OptionalInt.empty(), 0, NOON,
                streams), NOON);

        assertThat(end.news()).singleElement().isInstanceOfSatisfying(TaskEvent.JobFinished.class,
                finished -> assertThat(finished.streams()).isEqualTo(streams));
    }

    private Hint start(String jobId, Instant at) {
        return new Hint.Started(fresh.attempt(), jobId, OptionalInt.empty(), at, List.of("a001"));
    }

    private Hint exit(String jobId, int code) {
        return new Hint.Exited(fresh.attempt(), jobId, OptionalInt.empty(), code, NOON, List.of());
    }

    private static TrackedJob job(String spec) {
        TaskOrder order = new TaskOrder(new TaskId("t-00000000aa"), new TenantId("demo"), null,
                new SpecReader().readYaml(spec).spec(), null, 1, null, NOON);
        Placement placement = new Placement(new SiteId("alpha"), "slurm", "alice", "batch", null, null, null, null,
                null, "fastest", "", null, NOON);
        return TrackedJob.of(order, placement, new JobRef(new SiteId("alpha"), "17", NOON));
    }
}
