package org.diamondhpc.site.scheduler.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.diamondhpc.schemas.id.AttemptId;
import org.diamondhpc.schemas.reason.Reason;
import org.diamondhpc.schemas.site.SiteHealth;
import org.diamondhpc.schemas.site.SiteSnapshot;
import org.diamondhpc.schemas.task.AttemptLayout;
import org.diamondhpc.schemas.task.JobEnd;
import org.diamondhpc.schemas.task.JobOutcome;
import org.diamondhpc.schemas.task.Placement;
import org.diamondhpc.schemas.task.TaskOrder;
import org.diamondhpc.site.scheduler.Dialect;
import org.diamondhpc.site.scheduler.Dialects;
import org.diamondhpc.site.scheduler.Hint;
import org.diamondhpc.site.scheduler.Observation;
import org.diamondhpc.site.scheduler.Resolution;
import org.diamondhpc.site.scheduler.Submission;
import org.diamondhpc.site.scheduler.SubmitResult;
import org.diamondhpc.site.scheduler.Testbed;
import org.diamondhpc.site.scheduler.TestingTasks;
import org.diamondhpc.site.scheduler.Tick;
import org.diamondhpc.site.scheduler.WatchedJob;
import org.diamondhpc.site.session.Follow;
import org.diamondhpc.site.session.FollowEnd;
import org.diamondhpc.site.session.LineListener;
import org.diamondhpc.site.session.RemoteCommand;
import org.diamondhpc.site.session.SiteSession;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Against real slurmctld, slurmd and slurmdbd, through real sshd. */
class SlurmOnTestbedTest {
    private static Testbed testbed;
    private final Dialect slurm = Dialects.standard().of("slurm");

    @BeforeAll
    static void open() {
        testbed = Testbed.orSkip();
    }

    @AfterAll
    static void close() {
        if (testbed != null) {
            testbed.close();
        }
    }

    private record Case(TaskOrder order, AttemptLayout layout, Submission submission) {
        WatchedJob watched(SubmitResult result) {
            SubmitResult.Accepted accepted = (SubmitResult.Accepted) result;
            return TestingTasks.watched(order, layout, accepted.jobId(), accepted.submittedAt());
        }
    }

    private Case prepare(String site, String json) {
        TaskOrder order = TestingTasks.order(TestingTasks.spec(json));
        SiteSession session = testbed.session(site);
        AttemptLayout layout = TestingTasks.layout(session.expand("$HOME/.diamond"), order);
        Placement placement = TestingTasks.at(site, null, null);
        return new Case(order, layout, new Submission(order.attemptId(), layout,
                slurm.translate(order, placement, layout, testbed.profile(site))));
    }

    private List<Observation> watch(SiteSession session, WatchedJob job, Duration atMost, List<Observation> seen) {
        Awaitility.await().atMost(atMost).pollInterval(Duration.ofMillis(200)).until(() -> {
            seen.addAll(slurm.tick(session, List.of(job)).observations().get(job.attempt()));
            return seen.getLast() instanceof Observation.Ended;
        });
        return seen;
    }

    private JobOutcome end(String site, String json, Duration atMost) {
        SiteSession session = testbed.session(site);
        Case c = prepare(site, json);
        WatchedJob job = c.watched(slurm.submit(session, c.submission()));
        List<Observation> seen = watch(session, job, atMost, Collections.synchronizedList(new ArrayList<>()));
        return ((Observation.Ended) seen.getLast()).outcome();
    }

    @ParameterizedTest
    @ValueSource(strings = {"alpha", "beta", "gamma", "delta"})
    void looksAtEveryCluster(String site) {
        SiteSnapshot seen = slurm.look(testbed.session(site), testbed.profile(site), Instant.now());

        assertThat(seen.health().problem()).isNull();
        assertThat(seen.health().state()).isEqualTo(SiteHealth.State.UP);
        assertThat(seen.version()).isEqualTo("22.05.8");
        assertThat(seen.partitions()).isNotEmpty().anyMatch(p -> p.isDefault() && p.open());
        assertThat(seen.nodes()).isNotEmpty().allMatch(n -> n.cores() > 0 && n.memoryMb() > 0);
        assertThat(seen.maxArraySize()).isEqualTo(1001);
        assertThat(seen.accounts()).hasSize(2);
        assertThat(seen.accounts().getFirst().associations().isEmpty()).isEqualTo(site.equals("gamma"));
    }

    @Test
    void seesAJobWaitRunAndEndWell() {
        SiteSession session = testbed.session("alpha");
        Case c = prepare("alpha", "{'script':'sleep 1; echo done > out.txt','outputs':[{'glob':'*.txt'}]}");

        SubmitResult result = slurm.submit(session, c.submission());
        WatchedJob job = c.watched(result);
        List<Observation> seen = watch(session, job, Duration.ofSeconds(20), new ArrayList<>());

        assertThat(seen).anyMatch(o -> o instanceof Observation.Running);
        JobOutcome outcome = ((Observation.Ended) seen.getLast()).outcome();
        assertThat(outcome.end()).isEqualTo(JobEnd.COMPLETED);
        assertThat(outcome.exitCode()).isZero();
        assertThat(outcome.nodes()).hasSize(1);
        assertThat(new String(session.files().read(c.layout().path("manifest"), 0, 1000)))
                .matches("[0-9a-f]{64} 5 out.txt\n");
        Awaitility.await().atMost(Duration.ofSeconds(10)).untilAsserted(() -> {
            Observation.Accounted said = slurm.usage(session, List.of(job)).get(job.attempt());
            assertThat(said).isNotNull();
            assertThat(said.schedulerState()).isEqualTo("COMPLETED");
            assertThat(said.usage().elapsed()).isBetween(Duration.ZERO, Duration.ofSeconds(5));
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"alpha", "beta", "gamma", "delta"})
    void keepsTheProgramsExitCode(String site) {
        JobOutcome outcome = end(site, "{'script':'exit 3'}", Duration.ofSeconds(20));

        assertThat(outcome.end()).isEqualTo(JobEnd.FAILED);
        assertThat(outcome.exitCode()).isEqualTo(3);
    }

    @Test
    void namesAMissingExecutable() {
        JobOutcome outcome = end("alpha", "{'executable':'no-such-program'}", Duration.ofSeconds(20));

        assertThat(outcome.end()).isEqualTo(JobEnd.FAILED);
        assertThat(outcome.exitCode()).isEqualTo(127);
        assertThat(outcome.detail()).contains("not found");
    }

    @ParameterizedTest
    @ValueSource(strings = {"alpha", "gamma"})
    void tellsMemoryFromOtherFailures(String site) {
        JobOutcome outcome = end(site, "{'executable':'python3','arguments':['-c','import time; "
                + "x=bytearray(600*1024*1024); time.sleep(60)'],'resources':{'memory':'200MiB'}}",
                Duration.ofSeconds(40));

        assertThat(outcome.end()).isEqualTo(JobEnd.OUT_OF_MEMORY);
    }

    @Test
    void endsAtTheTimeLimit() {
        JobOutcome outcome = end("alpha", "{'executable':'sleep','arguments':['600'],'resources':{'duration':'1m'}}",
                Duration.ofSeconds(150));

        assertThat(outcome.end()).isEqualTo(JobEnd.TIMEOUT);
        assertThat(outcome.exitCode()).isNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"alpha", "gamma"})
    void cancelsARunningJob(String site) {
        SiteSession session = testbed.session(site);
        Case c = prepare(site, "{'executable':'sleep','arguments':['600']}");
        WatchedJob job = c.watched(slurm.submit(session, c.submission()));
        Awaitility.await().atMost(Duration.ofSeconds(15)).until(() -> slurm.tick(session, List.of(job)).observations()
                .get(job.attempt()).getFirst() instanceof Observation.Running);

        assertThat(slurm.cancel(session, testbed.profile("alpha"), List.of(job.jobId()))).isEmpty();
        List<Observation> seen = watch(session, job, Duration.ofSeconds(30), new ArrayList<>());

        assertThat(((Observation.Ended) seen.getLast()).outcome().end()).isEqualTo(JobEnd.CANCELLED);
        assertThat(slurm.cancel(session, testbed.profile("alpha"), List.of(job.jobId()))).isEmpty();
    }

    @Test
    void holdsReleasesAndExplains() {
        SiteSession session = testbed.session("alpha");
        Case c = prepare("alpha", "{'script':'true','resources':{'nodes':16,'exclusive':true}}");
        Case blocker = prepare("alpha", "{'script':'sleep 60','resources':{'nodes':1}}");
        WatchedJob first = blocker.watched(slurm.submit(session, blocker.submission()));
        WatchedJob job = c.watched(slurm.submit(session, c.submission()));

        assertThat(slurm.hold(session, testbed.profile("alpha"), List.of(job.jobId()))).isEmpty();
        Observation held = slurm.tick(session, List.of(job)).observations().get(job.attempt()).getFirst();
        assertThat(slurm.release(session, testbed.profile("alpha"), List.of(job.jobId()))).isEmpty();
        slurm.cancel(session, testbed.profile("alpha"), List.of(job.jobId(), first.jobId()));

        assertThat(held).isInstanceOfSatisfying(Observation.Pending.class, p -> {
            assertThat(p.reason()).isEqualTo("JobHeldUser");
            assertThat(p.explanation()).contains("held by its owner");
        });
        assertThat(slurm.hold(session, testbed.profile("alpha"), List.of("99999999")).get("99999999").reason()).isEqualTo(Reason.INVALID_STATE);
    }

    @Test
    void runsAnArrayElementByElement() {
        JobOutcome outcome = end("alpha", "{'script':'exit $((DIAMOND_ARRAY_INDEX % 2))','array':{'indices':'1-6',"
                + "'maxConcurrent':3}}", Duration.ofSeconds(40));

        assertThat(outcome.end()).isEqualTo(JobEnd.FAILED);
        assertThat(outcome.elements()).containsExactlyInAnyOrder(
                new JobOutcome.ElementCount(JobEnd.COMPLETED, 3, "2,4,6"),
                new JobOutcome.ElementCount(JobEnd.FAILED, 3, "1,3,5"));
    }

    @Test
    void adoptsTheJobOfAnEarlierSubmission() {
        SiteSession session = testbed.session("delta");
        Case c = prepare("delta", "{'script':'sleep 2'}");

        SubmitResult first = slurm.submit(session, c.submission());
        SubmitResult again = slurm.submit(session, c.submission());

        assertThat(again).isEqualTo(new SubmitResult.Adopted(((SubmitResult.Accepted) first).jobId(), "file"));
    }

    @Test
    void fencesOffASecondJobOfAnAttempt() {
        SiteSession session = testbed.session("beta");
        Case c = prepare("beta", "{'script':'echo ran >> count; sleep 3'}");
        SubmitResult first = slurm.submit(session, c.submission());
        session.run(RemoteCommand.of("rm -f \"$1/jobid\"; cd \"$1\" && "
                + "sbatch --parsable job.sh", c.layout().directory())).orThrow("the second sbatch");
        WatchedJob job = c.watched(first);

        List<Observation> seen = new ArrayList<>();
        Awaitility.await().atMost(Duration.ofSeconds(30)).pollInterval(Duration.ofMillis(200)).until(() -> {
            seen.addAll(slurm.tick(session, List.of(job)).observations().get(job.attempt()));
            return seen.stream().anyMatch(Observation.Ended.class::isInstance);
        });

        assertThat(new String(session.files().read(c.layout().work() + "/count", 0, 100))).isEqualTo("ran\n");
        assertThat(seen).anyMatch(Observation.Duplicate.class::isInstance);
    }

    @Test
    void refusesWithTheReasonAndNotTheNeighbours() {
        SiteSession session = testbed.session("delta");
        Case good = prepare("delta", "{'script':'true'}");
        Case partition = prepare("delta", "{'script':'true','queue':'nosuch'}");
        Case account = prepare("delta", "{'script':'true','account':'nosuch'}");
        Case gpu = prepare("delta", "{'script':'true','resources':{'gpusPerProcess':9}}");
        Case time = prepare("delta", "{'script':'true','resources':{'duration':'99d'}}");

        Map<AttemptId, SubmitResult> results = slurm.submitAll(session, List.of(good.submission(),
                partition.submission(), account.submission(), gpu.submission(), time.submission()));

        assertThat(results.get(good.order().attemptId())).isInstanceOf(SubmitResult.Accepted.class);
        Map<Case, Reason> expected = new HashMap<>(Map.of(partition, Reason.SCHEDULER_INVALID_PARTITION, account,
                Reason.SCHEDULER_INVALID_ACCOUNT, gpu, Reason.SCHEDULER_INFEASIBLE, time,
                Reason.SCHEDULER_LIMIT_EXCEEDED));
        expected.forEach((c, reason) -> assertThat(results.get(c.order().attemptId()))
                .isInstanceOfSatisfying(SubmitResult.Refused.class,
                        r -> assertThat(r.problem().reason()).isEqualTo(reason)));
    }

    @Test
    void submitsManyInOneCommand() {
        SiteSession session = testbed.session("alpha");
        List<Case> cases = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            cases.add(prepare("alpha", "{'script':'true'}"));
        }

        long begin = System.nanoTime();
        Map<AttemptId, SubmitResult> results = slurm.submitAll(session, cases.stream().map(Case::submission).toList());
        double seconds = (System.nanoTime() - begin) / 1e9;
        System.out.printf("50 submissions in one command: %.2f s, %.0f/s%n", seconds, 50 / seconds);

        assertThat(results.values()).allMatch(SubmitResult.Accepted.class::isInstance);
        List<WatchedJob> jobs = cases.stream().map(c -> c.watched(results.get(c.order().attemptId()))).toList();
        Awaitility.await().atMost(Duration.ofSeconds(60)).pollInterval(Duration.ofMillis(500)).untilAsserted(() -> {
            long from = System.nanoTime();
            Tick tick = slurm.tick(session, jobs);
            System.out.printf("tick over 50 jobs: %.0f ms%n", (System.nanoTime() - from) / 1e6);
            assertThat(tick.observations().values()).allMatch(o -> o.getFirst() instanceof Observation.Ended);
        });
    }

    @Test
    void waitsOutAFrozenControllerAndFindsItsJob() throws Exception {
        SiteSession session = testbed.session("beta");
        Case c = prepare("beta", "{'script':'echo ran >> count'}");
        slurm.look(session, testbed.profile("beta"), Instant.now());
        Instant since = Instant.now();

        testbed.command("fault", "ctld-stop", "beta", "15");
        SubmitResult frozen = slurm.submit(session, c.submission());
        WatchedJob unknown = TestingTasks.watched(c.order(), c.layout(), null, since);
        List<Resolution> looks = new ArrayList<>();
        Awaitility.await().atMost(Duration.ofSeconds(60)).until(() -> {
            looks.add(slurm.resolve(session, unknown, since));
            return looks.getLast() instanceof Resolution.Found;
        });

        assertThat(frozen).isInstanceOfSatisfying(SubmitResult.Unconfirmed.class,
                u -> assertThat(u.problem().reason()).isEqualTo(Reason.SCHEDULER_UNCONFIRMED));
        System.out.println("resolutions: " + looks);
        Awaitility.await().atMost(Duration.ofSeconds(20)).until(() ->
                session.files().stat(c.layout().path("exit")).isPresent());
        assertThat(new String(session.files().read(c.layout().work() + "/count", 0, 100))).isEqualTo("ran\n");
    }

    @Test
    void submitsAboutAsFastAsAPlainLoop() {
        SiteSession session = testbed.session("alpha");
        List<Case> cases = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            cases.add(prepare("alpha", "{'script':'true'}"));
        }
        RemoteCommand loop = RemoteCommand.of("cd /tmp; i=0; while [ $i -lt 100 ]; do sbatch --parsable -o /dev/null "
                + "--wrap true >/dev/null || exit 1; i=$((i + 1)); done");

        long begin = System.nanoTime();
        session.run(loop).orThrow("the plain loop");
        double plain = (System.nanoTime() - begin) / 1e9;
        // The nodes share this machine's processors: the loop's jobs must be over before ours are timed.
        Awaitility.await().atMost(Duration.ofSeconds(60)).until(() ->
                session.run(RemoteCommand.of("squeue -h -u \"$(id -u)\" -t PD,R,CG")).out().isBlank());
        begin = System.nanoTime();
        Map<AttemptId, SubmitResult> results = slurm.submitAll(session, cases.stream().map(Case::submission).toList());
        double ours = (System.nanoTime() - begin) / 1e9;
        begin = System.nanoTime();
        Tick tick = slurm.tick(session, cases.stream().map(c -> c.watched(results.get(c.order().attemptId()))).toList());
        double look = (System.nanoTime() - begin) / 1e9;
        System.out.printf("100 submissions: plain loop %.0f/s, ours %.0f/s; tick over 100 jobs %.0f ms%n", 100 / plain,
                100 / ours, look * 1000);

        assertThat(results.values()).allMatch(SubmitResult.Accepted.class::isInstance);
        assertThat(tick.queue().ok()).isTrue();
        assertThat(ours).isLessThan(2 * plain);
    }

    @Test
    void hearsOfAnEndAtOnceThroughTheHints() throws Exception {
        SiteSession session = testbed.session("alpha");
        Case c = prepare("alpha", "{'executable':'/bin/date','arguments':['+%s%N']}");
        BlockingQueue<Long> heard = new LinkedBlockingQueue<>();
        String hints = AttemptLayout.hints(session.expand("$HOME/.diamond"));
        long from = session.files().stat(hints).map(f -> f.size()).orElse(0L);
        try (Follow follow = session.follow(hints, from, new LineListener() {
            @Override
            public void line(String line, long nextByte) {
                if (Hint.parse(line).filter(h -> h instanceof Hint.Exited && h.attempt()
                        .equals(c.order().attemptId())).isPresent()) {
                    heard.add(System.currentTimeMillis());
                }
            }

            @Override
            public void ended(FollowEnd end) {
            }
        })) {
            slurm.submit(session, c.submission());
            Long at = heard.poll(20, TimeUnit.SECONDS);

            assertThat(at).isNotNull();
            long last = Long.parseLong(new String(session.files().read(c.layout().path("stdout"), 0, 100)).strip())
                    / 1_000_000;
            System.out.printf("program's last act to hint: %d ms%n", at - last);
            assertThat(at - last).isLessThan(2000);
            assertThat(follow.active()).isTrue();
        }
    }

    @Test
    void countsARequeueAsTheSameAttempt() {
        SiteSession session = testbed.session("beta");
        Case c = prepare("beta", "{'script':'echo ran >> count; [ $(wc -l < count) -gt 1 ] || sleep 600',"
                + "'checkpoint':{'signal':'USR1','before':'1m'}}");
        WatchedJob job = c.watched(slurm.submit(session, c.submission()));
        Awaitility.await().atMost(Duration.ofSeconds(20)).until(() ->
                session.files().stat(c.layout().work() + "/count").isPresent());
        session.run(RemoteCommand.of("sleep 11; scontrol requeue \"$1\"", job.jobId())).orThrow("requeue");

        List<Observation> seen = watch(session, job, Duration.ofSeconds(200), new ArrayList<>());

        assertThat(seen).anyMatch(o -> o instanceof Observation.Requeued r && r.restarts() == 1);
        assertThat(((Observation.Ended) seen.getLast()).outcome().end()).isEqualTo(JobEnd.COMPLETED);
    }

    @Test
    void saysThatTheDiskIsFull() throws Exception {
        SiteSession session = testbed.session("delta");
        Case c = prepare("delta", "{'script':'true','environment':{'X':'" + "x".repeat(100_000) + "'}}");
        testbed.command("fault", "disk-full", "delta");
        try {
            assertThat(slurm.submit(session, c.submission())).isInstanceOfSatisfying(SubmitResult.Refused.class,
                    r -> assertThat(r.problem().reason()).isEqualTo(Reason.SITE_DISK_FULL));
        } finally {
            testbed.command("fault", "disk-free", "delta");
        }
        assertThat(slurm.submit(session, c.submission())).isInstanceOf(SubmitResult.Accepted.class);
    }

    @Test
    void looksPastADeadAccounting() throws Exception {
        SiteSession session = testbed.session("delta");
        testbed.command("fault", "dbd-kill", "delta");
        try {
            SiteSnapshot seen = slurm.look(session, testbed.profile("delta"), Instant.now());
            JobOutcome outcome = end("delta", "{'script':'exit 3'}", Duration.ofSeconds(30));

            assertThat(seen.health().state()).isEqualTo(SiteHealth.State.DEGRADED);
            assertThat(seen.nodes()).isNotEmpty();
            assertThat(outcome.exitCode()).isEqualTo(3);
        } finally {
            testbed.command("fault", "dbd-start", "delta");
        }
    }

    @Test
    void takesADeadControllerForNoNews() throws Exception {
        SiteSession session = testbed.session("delta");
        Case c = prepare("delta", "{'executable':'sleep','arguments':['600']}");
        WatchedJob job = c.watched(slurm.submit(session, c.submission()));
        testbed.command("fault", "ctld-kill", "delta");
        try {
            Tick tick = slurm.tick(session, List.of(job));
            SubmitResult refused = slurm.submit(session, prepare("delta", "{'script':'true'}").submission());

            assertThat(tick.queue().ok()).isFalse();
            assertThat(tick.observations().get(job.attempt())).singleElement()
                    .isInstanceOf(Observation.Unobserved.class);
            assertThat(slurm.look(session, testbed.profile("delta"), Instant.now()).seenAt()).isNull();
            assertThat(refused).isInstanceOfSatisfying(SubmitResult.Refused.class,
                    r -> assertThat(r.problem().reason()).isEqualTo(Reason.SCHEDULER_UNAVAILABLE));
        } finally {
            testbed.command("fault", "ctld-start", "delta");
        }
        slurm.cancel(session, testbed.profile("delta"), List.of(job.jobId()));
    }
}
