package org.diamondhpc.site.scheduler.fork;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.awaitility.Awaitility;
import org.diamondhpc.schemas.reason.DiamondException;
import org.diamondhpc.schemas.site.SiteHealth;
import org.diamondhpc.schemas.site.SiteSnapshot;
import org.diamondhpc.schemas.task.AttemptLayout;
import org.diamondhpc.schemas.task.JobEnd;
import org.diamondhpc.schemas.task.JobOutcome;
import org.diamondhpc.schemas.task.TaskOrder;
import org.diamondhpc.site.profile.SiteProfile;
import org.diamondhpc.site.scheduler.Dialect;
import org.diamondhpc.site.scheduler.Dialects;
import org.diamondhpc.site.scheduler.LocalSession;
import org.diamondhpc.site.scheduler.Observation;
import org.diamondhpc.site.scheduler.Resolution;
import org.diamondhpc.site.scheduler.Submission;
import org.diamondhpc.site.scheduler.SubmitResult;
import org.diamondhpc.site.scheduler.TestingTasks;
import org.diamondhpc.site.scheduler.WatchedJob;
import org.diamondhpc.site.session.RemoteCommand;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A whole life of jobs on this machine, without SSH. */
class ForkDialectTest {
    private static final Duration SOON = Duration.ofSeconds(20);
    private final Dialect fork = Dialects.standard().of("fork");
    private final List<WatchedJob> started = new ArrayList<>();
    @TempDir
    private Path home;
    private LocalSession session;
    private SiteProfile profile;

    @BeforeEach
    void open() {
        session = LocalSession.at(home);
        SiteProfile p = TestingTasks.profile("fork", Map.of("slots", "2", "memory", "1GiB"));
        profile = new SiteProfile(p.id(), p.description(), p.transport(), p.prologue(), p.scheduler(),
                new SiteProfile.Storage(home + "/root", Optional.empty()), p.collections(), p.accounts(),
                p.software(), p.launcher(), p.labels(), p.limits(), p.reaches());
    }

    @AfterEach
    void leaveNothingBehind() {
        fork.cancel(session, profile, started.stream().map(WatchedJob::jobId).toList());
        Awaitility.await().atMost(SOON).until(() -> started.stream().allMatch(this::over));
        Awaitility.await().atMost(SOON).until(() -> ProcessHandle.allProcesses().noneMatch(p -> p.info().commandLine()
                .filter(c -> c.contains(home.toString())).isPresent()));
    }

    private boolean over(WatchedJob job) {
        Observation o = look(job);
        return o instanceof Observation.Ended || o instanceof Observation.Absent || o instanceof Observation.ClaimedBy;
    }

    private WatchedJob start(String json) {
        Submission s = prepare(json);
        SubmitResult.Accepted accepted = (SubmitResult.Accepted) fork.submit(session, s);
        WatchedJob job = TestingTasks.watched(new TaskOrder(s.attempt().task(), TestingTasks.TENANT, null,
                TestingTasks.spec(json), List.of(), 1, List.of(), Instant.EPOCH), s.layout(), accepted.jobId(),
                accepted.submittedAt());
        started.add(job);
        return job;
    }

    private Submission prepare(String json) {
        TaskOrder order = TestingTasks.order(TestingTasks.spec(json));
        AttemptLayout layout = TestingTasks.layout(home + "/root", order);
        return new Submission(order.attemptId(), layout,
                fork.translate(order, TestingTasks.at("here", "local", null), layout, profile));
    }

    private Observation look(WatchedJob job) {
        return fork.tick(session, List.of(job)).observations().get(job.attempt()).getFirst();
    }

    private JobOutcome end(WatchedJob job) {
        Awaitility.await().atMost(SOON).pollInterval(Duration.ofMillis(100))
                .until(() -> look(job) instanceof Observation.Ended);
        return ((Observation.Ended) look(job)).outcome();
    }

    @Test
    void runsAProgramAndKeepsItsExitCode() throws IOException {
        WatchedJob job = start("{'script':'echo hello; echo data > out.txt; exit 3','outputs':[{'glob':'*.txt'}]}");

        JobOutcome outcome = end(job);

        assertThat(outcome.end()).isEqualTo(JobEnd.FAILED);
        assertThat(outcome.exitCode()).isEqualTo(3);
        assertThat(Path.of(job.layout().path("stdout"))).hasContent("hello");
        assertThat(Files.readString(Path.of(job.layout().path("manifest")))).matches("[0-9a-f]{64} 5 out.txt\n");
        assertThat(Files.readString(Path.of(home + "/root/hints"))).contains("start " + job.attempt())
                .contains("exit " + job.attempt() + " " + job.jobId() + " - 3 ");
    }

    @Test
    void endsAtTheTimeLimitAndWarnsBefore() {
        WatchedJob job = start("{'script':'trap \\\"echo warned\\\" USR1; while :; do sleep 0.1; done',"
                + "'resources':{'duration':'3s'},'checkpoint':{'signal':'USR1','before':'1s'}}");

        JobOutcome outcome = end(job);

        assertThat(outcome.end()).isEqualTo(JobEnd.TIMEOUT);
        assertThat(Path.of(job.layout().path("stdout"))).hasContent("warned");
    }

    @Test
    void cancelsARunningJobWithAllItsProcesses() {
        WatchedJob job = start("{'script':'sleep 600 & echo $! > child; sleep 600'}");
        Awaitility.await().atMost(SOON).until(() -> Files.exists(Path.of(job.layout().work(), "child")));

        assertThat(fork.cancel(session, profile, List.of(job.jobId()))).isEmpty();

        assertThat(end(job).end()).isEqualTo(JobEnd.CANCELLED);
        Awaitility.await().atMost(SOON).until(() -> ProcessHandle.of(Long.parseLong(
                Files.readString(Path.of(job.layout().work(), "child")).strip())).filter(ProcessHandle::isAlive)
                .isEmpty());
        assertThat(fork.cancel(session, profile, List.of(job.jobId()))).isEmpty();
    }

    @Test
    void letsNoMoreMemoryBeBookedThanThereIs() {
        WatchedJob first = start("{'script':'sleep 3; date +%s%N > ended','resources':{'memory':'700MiB'}}");
        Awaitility.await().atMost(SOON).until(() -> look(first) instanceof Observation.Running);
        WatchedJob second = start("{'script':'date +%s%N > began','resources':{'memory':'700MiB'}}");
        Awaitility.await().atMost(SOON).until(() -> look(second) instanceof Observation.Pending);

        Observation waits = look(second);

        assertThat(waits).isInstanceOf(Observation.Pending.class);
        assertThat(end(first).endedAt()).isBeforeOrEqualTo(end(second).startedAt());
    }

    @Test
    void letsNothingSmallOvertakeWhoWaitsForMemory() {
        WatchedJob first = start("{'script':'sleep 3','resources':{'memory':'700MiB'}}");
        Awaitility.await().atMost(SOON).until(() -> look(first) instanceof Observation.Running);
        WatchedJob large = start("{'script':'sleep 1','resources':{'memory':'900MiB'}}");
        WatchedJob small = start("{'script':'true','resources':{'memory':'100MiB'}}");

        Instant began = end(large).startedAt();

        assertThat(began).isAfterOrEqualTo(end(first).endedAt());
        assertThat(end(small).startedAt()).isAfterOrEqualTo(began);
    }

    @Test
    void countsAJobThatNamesNoMemoryWithItsSlotsShare() {
        WatchedJob first = start("{'script':'sleep 2','resources':{'memory':'600MiB'}}");
        Awaitility.await().atMost(SOON).until(() -> look(first) instanceof Observation.Running);
        WatchedJob second = start("{'script':'true'}");

        assertThat(end(second).startedAt()).isAfterOrEqualTo(end(first).endedAt());
    }

    @Test
    void overcommitsNothingWhateverComesAtOnce() throws IOException {
        Path ledger = home.resolve("ledger");
        for (int i = 0; i < 6; i++) {
            start("{'script':'echo %2$d >>%1$s; sleep 0.4; echo -%2$d >>%1$s','resources':{'memory':'%2$dMiB'}}".formatted(
                    ledger, i % 2 == 0 ? 600 : 500));
        }
        started.forEach(this::end);

        int taken = 0;
        for (String line : Files.readAllLines(ledger)) {
            taken += Integer.parseInt(line);
            assertThat(taken).isBetween(0, 1024);
        }
        assertThat(taken).isZero();
    }

    @Test
    void refusesMoreMemoryThanTheSiteSharesOut() {
        assertThatThrownBy(() -> prepare("{'script':'true','resources':{'memory':'2GiB'}}"))
                .isInstanceOfSatisfying(DiamondException.class, e -> assertThat(e.problem().violations())
                        .singleElement().satisfies(v -> assertThat(v.pointer()).isEqualTo("/resources/memory")));
    }

    @Test
    void letsNoMoreRunThanThereAreSlots() {
        List<WatchedJob> jobs = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            jobs.add(start("{'script':'sleep 0.7'}"));
        }

        int most = 0;
        boolean waited = false;
        while (!jobs.stream().allMatch(this::over)) {
            List<Observation> seen = jobs.stream().map(this::look).toList();
            most = Math.max(most, (int) seen.stream().filter(o -> o instanceof Observation.Running).count());
            waited |= seen.stream().anyMatch(o -> o instanceof Observation.Pending p && p.reason().equals("Slots"));
        }

        assertThat(most).isBetween(1, 2);
        assertThat(waited).isTrue();
        assertThat(jobs).allSatisfy(j -> assertThat(end(j).end()).isEqualTo(JobEnd.COMPLETED));
    }

    @Test
    void holdsAndReleasesAWaitingJob() {
        WatchedJob blocker = start("{'script':'sleep 600','resources':{'exclusive':true}}");
        Awaitility.await().atMost(SOON).until(() -> look(blocker) instanceof Observation.Running);
        WatchedJob job = start("{'script':'true'}");
        Awaitility.await().atMost(SOON).until(() -> look(job) instanceof Observation.Pending p
                && p.reason().equals("Slots") && Files.exists(Path.of(home + "/root/fork/jobs/" + job.jobId() + "/waiting")));

        assertThat(fork.hold(session, profile, List.of(job.jobId()))).isEmpty();
        assertThat(look(job)).isInstanceOfSatisfying(Observation.Pending.class,
                p -> assertThat(p.reason()).isEqualTo("JobHeldUser"));
        assertThat(fork.release(session, profile, List.of(job.jobId()))).isEmpty();
        fork.cancel(session, profile, List.of(blocker.jobId()));

        assertThat(end(job).end()).isEqualTo(JobEnd.COMPLETED);
    }

    @Test
    void runsAnArray() {
        WatchedJob job = start("{'script':'exit $((DIAMOND_ARRAY_INDEX % 2))','array':{'indices':'0-4'}}");

        JobOutcome outcome = end(job);

        assertThat(outcome.elements()).containsExactlyInAnyOrder(
                new JobOutcome.ElementCount(JobEnd.COMPLETED, 3, "0,2,4"),
                new JobOutcome.ElementCount(JobEnd.FAILED, 2, "1,3"));
    }

    @Test
    void givesTheSlotsOfAKilledJobBackAndReportsItGone() throws IOException {
        WatchedJob job = start("{'script':'sleep 600','resources':{'exclusive':true}}");
        Awaitility.await().atMost(SOON).until(() -> look(job) instanceof Observation.Running r && r.startedAt() != null);
        Path queue = Path.of(home + "/root/fork/jobs/" + job.jobId());
        for (String name : List.of("proc", "pid")) {
            long pid = Long.parseLong(Files.readString(queue.resolve(name)).split(" ")[0]);
            session.run(RemoteCommand.of("kill -s KILL -- \"-$1\"", String.valueOf(pid)));
        }

        WatchedJob next = start("{'script':'true','resources':{'exclusive':true}}");

        assertThat(end(next).end()).isEqualTo(JobEnd.COMPLETED);
        assertThat(look(job)).isInstanceOfSatisfying(Observation.Absent.class,
                a -> assertThat(a.evidence()).anyMatch(e -> e.contains("without an end")));
    }

    @Test
    void tellsAReboot() throws IOException {
        WatchedJob job = start("{'script':'sleep 600'}");
        Awaitility.await().atMost(SOON).until(() -> look(job) instanceof Observation.Running r && r.startedAt() != null);
        Path proc = Path.of(home + "/root/fork/jobs/" + job.jobId() + "/proc");
        String known = Files.readString(proc);
        Files.writeString(proc, known.replaceAll("\\S+$", "00000000-another-boot"));

        Observation seen = look(job);
        Files.writeString(proc, known);

        assertThat(seen).isInstanceOfSatisfying(Observation.Ended.class, e -> {
            assertThat(e.outcome().end()).isEqualTo(JobEnd.NODE_FAIL);
            assertThat(e.outcome().evidence()).isNotEmpty();
        });
    }

    @Test
    void adoptsResolvesAndFences() {
        Submission s = prepare("{'script':'sleep 1'}");
        WatchedJob unknown = new WatchedJob(s.attempt(), s.layout(), null, Instant.now(), List.of());
        assertThat(fork.resolve(session, unknown, Instant.EPOCH)).isInstanceOf(Resolution.NotFound.class);

        SubmitResult.Accepted first = (SubmitResult.Accepted) fork.submit(session, s);
        started.add(new WatchedJob(s.attempt(), s.layout(), first.jobId(), first.submittedAt(), List.of()));

        assertThat(fork.submit(session, s)).isInstanceOfSatisfying(SubmitResult.Adopted.class,
                a -> assertThat(a.jobId()).isEqualTo(first.jobId()));
        assertThat(fork.resolve(session, unknown, Instant.EPOCH)).isInstanceOfSatisfying(Resolution.Found.class,
                f -> assertThat(f.jobId()).isEqualTo(first.jobId()));
        Awaitility.await().atMost(SOON).until(() -> Files.isSymbolicLink(Path.of(s.layout().path("claim"))));
        assertThat(fork.fence(session, unknown)).contains(first.jobId());
    }

    @Test
    void looksAtTheMachine() {
        WatchedJob job = start("{'script':'sleep 600'}");
        Awaitility.await().atMost(SOON).until(() -> look(job) instanceof Observation.Running);

        SiteSnapshot seen = fork.look(session, profile, Instant.now());

        assertThat(seen.health().state()).isEqualTo(SiteHealth.State.UP);
        assertThat(seen.nodes()).singleElement().satisfies(n -> {
            assertThat(n.cores()).isEqualTo(2);
            assertThat(n.coresFree()).isEqualTo(1);
            assertThat(n.memoryMb()).isPositive();
        });
        assertThat(seen.queue()).singleElement().satisfies(q -> assertThat(q.id()).isEqualTo(job.jobId()));
    }

    @Test
    void refusesWhatItCannotExpress() {
        assertThatThrownBy(() -> prepare("{'script':'true','account':'p','qos':'q','resources':{'nodes':2,"
                + "'gpusPerProcess':1,'coresPerProcess':9}}")).isInstanceOfSatisfying(DiamondException.class,
                        e -> assertThat(e.problem().violations()).hasSize(5));
    }
}
