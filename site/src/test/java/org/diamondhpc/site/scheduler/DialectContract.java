package org.diamondhpc.site.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.Assertions;
import org.awaitility.Awaitility;
import org.diamondhpc.schemas.id.AttemptId;
import org.diamondhpc.schemas.reason.Problem;
import org.diamondhpc.schemas.reason.Reason;
import org.diamondhpc.schemas.site.SiteHealth;
import org.diamondhpc.schemas.site.SiteSnapshot;
import org.diamondhpc.schemas.task.AttemptLayout;
import org.diamondhpc.schemas.task.JobEnd;
import org.diamondhpc.schemas.task.JobOutcome;
import org.diamondhpc.site.profile.SiteProfile;
import org.diamondhpc.site.scheduler.TestingTasks.Attempt;
import org.diamondhpc.site.session.RemoteCommand;
import org.diamondhpc.site.session.SiteSession;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

/** What every family promises, whatever scheduler stands behind it. Run against real ones and against replayed ones. */
public abstract class DialectContract {
    private static final Duration SOON = Duration.ofSeconds(60);
    private static final Duration BETWEEN = Duration.ofMillis(250);
    private final List<WatchedJob> begun = new ArrayList<>();

    /**
     * Where the contract is put to the test.
     *
     * @param shortestLimit the least time limit that the site keeps
     * @param blocker a job that makes others wait; absent: a job waits a moment by itself
     */
    public record Ground(SiteSession session, SiteProfile profile, boolean arrays, Duration shortestLimit, String blocker) {
        public Ground(SiteSession session, SiteProfile profile, boolean arrays, Duration shortestLimit) {
            this(session, profile, arrays, shortestLimit, null);
        }

        Dialect dialect() {
            return Dialects.standard().of(profile.scheduler().family());
        }
    }

    protected abstract Ground ground();

    private Attempt prepare(String json) {
        return TestingTasks.attempt(ground().session(), ground().profile(), json);
    }

    private WatchedJob start(Attempt c) {
        SubmitResult.Accepted accepted = (SubmitResult.Accepted) ground().dialect().submit(ground().session(), c.submission());
        WatchedJob job = c.watched(accepted.jobId(), accepted.submittedAt());
        begun.add(job);
        return job;
    }

    private WatchedJob start(String json) {
        return start(prepare(json));
    }

    private List<Observation> look(WatchedJob job) {
        return ground().dialect().tick(ground().session(), List.of(job)).observations().get(job.attempt());
    }

    private JobOutcome end(WatchedJob job, Duration atMost) {
        List<Observation> seen = new ArrayList<>();
        Awaitility.await().atMost(atMost).pollInterval(BETWEEN).untilAsserted(() -> {
            seen.addAll(look(job));
            assertThat(seen.getLast()).isInstanceOf(Observation.Ended.class);
        });
        return ((Observation.Ended) seen.getLast()).outcome();
    }

    private void awaitRunning(WatchedJob job) {
        Awaitility.await().atMost(SOON).pollInterval(BETWEEN).untilAsserted(() ->
                assertThat(look(job).getFirst()).isInstanceOf(Observation.Running.class));
    }

    private Map<String, Problem> act(Act act, String id) {
        return act.on(ground().dialect(), ground().session(), ground().profile(), List.of(id));
    }

    /** cancel, hold, release. */
    private interface Act {
        Map<String, Problem> on(Dialect dialect, SiteSession session, SiteProfile profile, Collection<String> ids);
    }

    @AfterEach
    void leaveNothingBehind() {
        begun.forEach(job -> act(Dialect::cancel, job.jobId()));
    }

    @Test
    void looksAtWhatPlacementNeeds() {
        SiteSnapshot seen = ground().dialect().look(ground().session(), ground().profile(), Instant.now());

        assertThat(seen.health().problem()).isNull();
        assertThat(seen.health().state()).isEqualTo(SiteHealth.State.UP);
        assertThat(seen.family()).isEqualTo(ground().profile().scheduler().family());
        assertThat(seen.version()).isNotBlank();
        assertThat(seen.partitions()).anyMatch(p -> p.open() && p.isDefault());
        assertThat(seen.nodes()).isNotEmpty().anyMatch(n -> n.available() && n.cores() > 0
                && !n.partitions().isEmpty());
        assertThat(seen.maxArraySize() == null).isEqualTo(!ground().arrays());
    }

    @Test
    void submitsOnceAndAdoptsItsJobAfterwards() {
        Attempt c = prepare("{'name':'twice','script':'sleep 2; echo done'}");

        WatchedJob job = start(c);
        SubmitResult again = ground().dialect().submit(ground().session(), c.submission());

        assertThat(again).isEqualTo(new SubmitResult.Adopted(job.jobId(), "file"));
        assertThat(end(job, SOON).end()).isEqualTo(JobEnd.COMPLETED);
    }

    @Test
    void tellsAWholeLife() {
        WatchedJob job = start("{'executable':'sh','arguments':['-c','sleep 2; echo it went well']}");

        List<Observation> seen = new ArrayList<>();
        Awaitility.await().atMost(SOON).pollInterval(BETWEEN).until(() -> {
            seen.addAll(look(job));
            return seen.getLast() instanceof Observation.Ended;
        });

        JobOutcome outcome = ((Observation.Ended) seen.getLast()).outcome();
        assertThat(outcome.end()).isEqualTo(JobEnd.COMPLETED);
        assertThat(outcome.exitCode()).isZero();
        assertThat(outcome.nodes()).hasSize(1);
        assertThat(outcome.startedAt()).isBefore(outcome.endedAt());
        assertThat(seen).anyMatch(Observation.Running.class::isInstance);
        assertThat(new String(ground().session().files().read(job.layout().path("stdout"), 0, 100)))
                .isEqualTo("it went well\n");
    }

    @Test
    void findsTheJobWhoseAnswerWasLost() {
        Attempt c = prepare("{'script':'sleep 20'}");
        WatchedJob job = start(c);
        forget(job, "jobid");

        WatchedJob unknown = c.watched(null, job.submittedAt());
        Resolution found = ground().dialect().resolve(ground().session(), unknown, job.submittedAt().minusSeconds(60));

        assertThat(found).isInstanceOfSatisfying(Resolution.Found.class,
                f -> assertThat(f.jobId()).isEqualTo(job.jobId()));
    }

    @Test
    void findsTheJobThatStillWaits() {
        Attempt c = prepare("{'script':'true'}");
        WatchedJob blocker = start("{'script':'sleep 20','resources':{'exclusive':false}}");
        WatchedJob job = start(c);
        act(Dialect::hold, job.jobId());
        forget(job, "jobid");

        Resolution found = ground().dialect().resolve(ground().session(), c.watched(null,
                job.submittedAt()), job.submittedAt().minusSeconds(60));

        assertThat(blocker.jobId()).isNotEqualTo(job.jobId());
        assertThat(found).isInstanceOfSatisfying(Resolution.Found.class,
                f -> assertThat(f.jobId()).isEqualTo(job.jobId()));
    }

    @Test
    protected void findsNothingOfWhatWasNeverSubmitted() {
        Attempt c = prepare("{'script':'true'}");

        Resolution found = ground().dialect().resolve(ground().session(), c.watched(null,
                Instant.now()), Instant.now().minusSeconds(60));

        assertThat(found).isInstanceOfSatisfying(Resolution.NotFound.class,
                n -> assertThat(n.evidence()).hasSizeGreaterThanOrEqualTo(2));
    }

    private void forget(WatchedJob job, String file) {
        ground().session().run(RemoteCommand.of("rm -f \"$1\"", job.layout().path(file))).orThrow("removing a file");
    }

    /** With a scheduler that does not answer: a job is refused for now, one that is watched stays as it was. */
    protected final void refusesAndStaysSilent() {
        Attempt c = prepare("{'script':'true'}");
        WatchedJob watched = c.watched("4242", Instant.now());

        assertThat(ground().dialect().submit(ground().session(), c.submission()))
                .isInstanceOfSatisfying(SubmitResult.Refused.class,
                        r -> assertThat(r.problem().reason()).isEqualTo(Reason.SCHEDULER_UNAVAILABLE));
        assertThat(look(watched)).singleElement().isInstanceOf(Observation.Unobserved.class);
        assertThat(ground().dialect().resolve(ground().session(), watched, Instant.now()))
                .isInstanceOf(Resolution.NotHealthy.class);
    }

    @Test
    void letsNoJobWorkWhoseAttemptWasFencedOff() {
        Attempt c = prepare("{'script':'echo ran > ran'}");
        WatchedJob claimed = c.watched(null, Instant.now());
        assertThat(ground().dialect().fence(ground().session(), claimed)).isEmpty();

        SubmitResult refused = ground().dialect().submit(ground().session(), c.submission());

        assertThat(refused).isInstanceOf(SubmitResult.Refused.class);
        assertThat(ground().session().files().stat(c.layout().work() + "/ran")).isEmpty();
    }

    @Test
    protected void aJobFencedOffWhileItWaitedRunsNothingAndIsNotTakenForOneThatEnded() {
        WatchedJob job = held();
        assertThat(ground().dialect().fence(ground().session(), job)).isEmpty();
        List<Observation> waiting = look(job);

        assertThat(act(Dialect::cleanDuplicates, job.jobId())).isEmpty();

        assertThat(List.of(waiting, look(job))).containsOnly(List.of(new Observation.ClaimedByNobody()));
        assertThat(ground().session().files().stat(job.layout().path(AttemptLayout.STARTED))).isEmpty();
    }

    @Test
    protected void keepsTheProgramsExitCode() {
        WatchedJob job = start("{'script':'exit 3'}");

        JobOutcome outcome = end(job, SOON);

        assertThat(outcome.end()).isEqualTo(JobEnd.FAILED);
        assertThat(outcome.exitCode()).isEqualTo(3);
    }

    @Test
    void endsARunningJobWhenAsked() {
        WatchedJob job = start("{'executable':'sleep','arguments':['600']}");
        awaitRunning(job);

        assertThat(act(Dialect::cancel, job.jobId())).isEmpty();

        assertThat(end(job, SOON).end()).isEqualTo(JobEnd.CANCELLED);
        assertThat(act(Dialect::cancel, job.jobId())).isEmpty();
    }

    /** A job that was held before it began: schedulers that are idle start some first. */
    private WatchedJob held() {
        if (ground().blocker() != null) {
            awaitRunning(start(ground().blocker()));
        }
        for (int i = 0; i < 12; i++) {
            WatchedJob job = start("{'script':'true'}");
            if (act(Dialect::hold, job.jobId()).isEmpty()
                    && look(job).stream().allMatch(Observation.Pending.class::isInstance)) {
                return job;
            }
            act(Dialect::cancel, job.jobId()); // some families also stop one that has begun
        }
        return Assertions.fail("no job was held before it began");
    }

    @Test
    void holdsReleasesAndEndsAWaitingJob() {
        WatchedJob job = held();

        Observation held = look(job).getFirst();
        assertThat(held).isInstanceOfSatisfying(Observation.Pending.class, p -> {
            assertThat(p.reason()).isEqualTo("JobHeldUser");
            assertThat(p.explanation()).contains("held by its owner");
        });
        assertThat(act(Dialect::release, job.jobId())).isEmpty();
        begun.stream().filter(b -> !b.equals(job)).forEach(b -> act(Dialect::cancel, b.jobId()));
        assertThat(end(job, SOON).end()).isEqualTo(JobEnd.COMPLETED);
    }

    @Test
    protected void tellsOfAJobThatWasCancelledWhileItWaited() {
        WatchedJob job = held();

        assertThat(act(Dialect::cancel, job.jobId())).isEmpty();

        JobOutcome outcome = end(job, SOON);
        assertThat(outcome.end()).isEqualTo(JobEnd.CANCELLED);
        assertThat(outcome.startedAt()).isNull();
    }

    @Test
    void endsAtTheTimeLimit() {
        WatchedJob job = start("{'executable':'sleep','arguments':['600'],'resources':{'duration':'%ds'}}"
                .formatted(ground().shortestLimit().toSeconds()));

        JobOutcome outcome = end(job, ground().shortestLimit().plus(SOON));

        assertThat(outcome.end()).isEqualTo(JobEnd.TIMEOUT);
        assertThat(outcome.exitCode()).isNull();
    }

    @Test
    void runsAnArrayElementByElement() {
        Assumptions.assumeTrue(ground().arrays(), "skipped: the family has no arrays");
        WatchedJob job = start("{'script':'exit $((DIAMOND_ARRAY_INDEX % 2))','array':{'indices':'1-6','maxConcurrent':3}}");

        JobOutcome outcome = end(job, SOON.multipliedBy(2));

        assertThat(outcome.end()).isEqualTo(JobEnd.FAILED);
        assertThat(outcome.elements()).containsExactlyInAnyOrder(
                new JobOutcome.ElementCount(JobEnd.COMPLETED, 3, "2,4,6"),
                new JobOutcome.ElementCount(JobEnd.FAILED, 3, "1,3,5"));
    }

    @Test
    void looksAtManyJobsInOneCommand() {
        List<Attempt> cases = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            cases.add(prepare("{'script':'exit " + i % 3 + "'}"));
        }

        Map<AttemptId, SubmitResult> results = ground().dialect().submitAll(ground().session(),
                cases.stream().map(Attempt::submission).toList());
        List<WatchedJob> jobs = cases.stream().map(c -> TestingTasks.watched(c.order(), c.layout(),
                ((SubmitResult.Accepted) results.get(c.order().attemptId())).jobId(), Instant.now().minusSeconds(30))).toList();
        Awaitility.await().atMost(SOON.multipliedBy(2)).pollInterval(BETWEEN).untilAsserted(() ->
                assertThat(ground().dialect().tick(ground().session(), jobs).observations().values())
                        .allMatch(o -> o.getFirst() instanceof Observation.Ended));

        assertThat(jobs.stream().map(WatchedJob::jobId).distinct()).hasSize(20);
    }

    @Test
    void saysThatAJobItDoesNotKnowCannotBeHeld() {
        String unknown = ground().profile().scheduler().family().equals("fork") ? "1234567890123456789" : "99999999";

        assertThat(act(Dialect::hold, unknown).get(unknown).reason()).isEqualTo(Reason.INVALID_STATE);
        assertThat(act(Dialect::cancel, unknown)).isEmpty();
        assertThat(act(Dialect::cancel, "1; rm -rf /").get("1; rm -rf /").reason()).isEqualTo(Reason.INVALID_REQUEST);
    }
}
