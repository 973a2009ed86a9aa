package org.diamondhpc.site.scheduler.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.diamondhpc.schemas.id.AttemptId;
import org.diamondhpc.schemas.task.AttemptLayout;
import org.diamondhpc.schemas.task.JobEnd;
import org.diamondhpc.schemas.task.JobOutcome;
import org.diamondhpc.site.scheduler.Observation;
import org.diamondhpc.site.scheduler.Tick;
import org.diamondhpc.site.scheduler.Tick.Part;
import org.diamondhpc.site.scheduler.WatchedJob;
import org.diamondhpc.site.scheduler.job.AttemptFiles;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a look means, from the very text the site prints. */
class JudgeTest {
    private static final String S = QueueRow.SEPARATOR;
    private static final AttemptId ATTEMPT = AttemptId.parse("t-0123456789abcdef.1");
    private static final AttemptLayout LAYOUT = new AttemptLayout("/r/attempts/demo/t-0123456789abcdef.1");
    /** 2026-11-30T02:00:00Z, the site's clock in these looks. */
    private static final long NOW = 1_796_004_000L;
    private static final Instant SUBMITTED = Instant.parse("2026-11-30T01:00:00Z");

    private final StringBuilder text = new StringBuilder();

    private void part(String name, int rc, String body) {
        text.append("\n@m begin ").append(name).append('\n').append(body).append("\n@m end ").append(name).append(' ')
                .append(rc).append('\n');
    }

    private static String row(String id, String state, String reason, String end) {
        return "@m row" + S + id + S + state + S + reason + S + "2026-11-30T01:10:00" + S + "2026-11-30T01:00:00" + S + end
                + S + "a001" + S + LAYOUT.work() + S + ATTEMPT + S + "@m\n";
    }

    private static String account(String id, String state, String exit, String rss, String req, String reason) {
        return String.join(S, id, state, exit, "2026-11-30T01:00:00", "2026-11-30T01:10:00", "2026-11-30T01:20:00",
                "600", "00:01.500", rss, req, "cpu=1,mem=200M,node=1", "a001", reason,
                id.contains(".") ? "" : LAYOUT.work()) + "\n";
    }

    private List<Observation> tick(String... files) {
        return tick(new WatchedJob(ATTEMPT, LAYOUT, "7", SUBMITTED, List.of()), files);
    }

    private List<Observation> tick(WatchedJob job, String... files) {
        part("clock", 0, String.valueOf(NOW));
        part("files", 0, "D 0\n" + String.join("\n", files));
        Tick tick = new TickAnswer(text.toString(), "@m").read(List.of(job));
        return tick.observations().get(ATTEMPT);
    }

    private static JobOutcome outcome(List<Observation> seen) {
        return ((Observation.Ended) seen.getFirst()).outcome();
    }

    @ParameterizedTest
    @CsvSource({"COMPLETED,0:0,COMPLETED", "FAILED,3:0,FAILED", "FAILED,0:11,FAILED", "FAILED,0:53,LAUNCH_FAILED",
            "CANCELLED by 6001,0:0,CANCELLED", "TIMEOUT,0:0,TIMEOUT", "OUT_OF_MEMORY,0:125,OUT_OF_MEMORY",
            "NODE_FAIL,0:0,NODE_FAIL", "PREEMPTED,0:0,PREEMPTED", "BOOT_FAIL,0:0,LAUNCH_FAILED",
            "DEADLINE,0:0,DEADLINE", "REVOKED,0:0,CANCELLED", "COMPLETED,0:125,OUT_OF_MEMORY",
            "LAUNCH_FAILED,0:0,LAUNCH_FAILED", "CANCELLED+,0:0,CANCELLED"})
    void takesTheEndFromAccounting(String state, String exit, JobEnd end) {
        part("queue", 0, "");
        part("accounting", 0, account("7", state, exit, "", "mem=200M", "None"));

        JobOutcome outcome = outcome(tick());

        assertThat(outcome.end()).isEqualTo(end);
        assertThat(outcome.schedulerState()).isEqualTo(state);
        assertThat(outcome.nodes()).containsExactly("a001");
    }

    /** Slurm writes the end of a job that was cancelled in the queue also where its start would stand. */
    @Test
    void aJobCancelledInTheQueueNeverStarted() {
        part("queue", 0, "");
        part("accounting", 0, account("7", "CANCELLED by 6001", "0:0", "", "mem=200M", "None")
                .replace("a001", "None assigned"));

        JobOutcome outcome = outcome(tick());

        assertThat(outcome.end()).isEqualTo(JobEnd.CANCELLED);
        assertThat(outcome.startedAt()).isNull();
    }

    @ParameterizedTest
    @CsvSource({"MYSTERY", "RUNNING", "PENDING"})
    void neverTakesAnUnknownOrStaleWordForAnEnd(String state) {
        part("queue", 0, "");
        part("accounting", 0, account("7", state, "0:0", "", "", "None"));

        assertThat(tick()).singleElement().isInstanceOfSatisfying(Observation.Absent.class,
                a -> assertThat(a.evidence()).anyMatch(e -> e.contains(state)));
    }

    @ParameterizedTest
    @CsvSource({"PENDING,Pending", "CONFIGURING,Pending", "RUNNING,Running", "COMPLETING,Running", "SUSPENDED,Running",
            "STOPPED,Running", "RESIZING,Running", "SIGNALING,Running", "STAGE_OUT,Running", "REQUEUED,Requeued",
            "REQUEUE_HOLD,Requeued", "SPECIAL_EXIT,Requeued", "FLYING,Unobserved"})
    void readsTheQueuesStates(String state, String kind) {
        part("queue", 0, row("7", state, "Priority", "N/A"));

        assertThat(tick().getFirst().getClass().getSimpleName()).isEqualTo(kind);
    }

    @Test
    void tellsAKillForMemoryBySamplingFromAnyOtherKill() {
        part("queue", 0, "");
        part("accounting", 0, account("7", "FAILED", "0:9", "", "cpu=1,mem=200M", "None")
                + account("7.batch", "CANCELLED by 0", "0:9", "623892K", "", ""));

        assertThat(outcome(tick()).end()).isEqualTo(JobEnd.OUT_OF_MEMORY);
    }

    @Test
    void seesAStepKilledForMemoryUnderAnAllocationThatFailed() {
        part("queue", 0, "");
        part("accounting", 0, account("7", "FAILED", "1:0", "", "mem=1G", "None")
                + account("7.0", "OUT_OF_MEMORY", "0:125", "", "", ""));

        assertThat(outcome(tick()).end()).isEqualTo(JobEnd.OUT_OF_MEMORY);
    }

    @Test
    void believesTheJobsOwnCleanEndEvenWithADeadController() {
        part("queue", 1, "slurm_load_jobs error: Socket timed out on send/recv operation");

        JobOutcome outcome = outcome(tick("s - 7 1796003000000 a001 0", "e - 7 3 1796003900000 clean"));

        assertThat(outcome.end()).isEqualTo(JobEnd.FAILED);
        assertThat(outcome.exitCode()).isEqualTo(3);
        assertThat(outcome.schedulerState()).isNull();
    }

    @Test
    void takesNoFailedLookForNews() {
        part("queue", 1, "slurm_load_jobs error: Socket timed out on send/recv operation");

        assertThat(tick("s - 7 1796003000000 a001 0")).singleElement().isInstanceOf(Observation.Unobserved.class);
    }

    @Test
    void takesATornAnswerForNoNews() {
        text.append("\n@m begin queue\n").append(row("7", "RUNNING", "None", "N/A"), 0, 40);

        assertThat(tick()).singleElement().isInstanceOf(Observation.Unobserved.class);
    }

    @Test
    void waitsForTheSchedulersWordWhenTheJobWasToldToEnd() {
        part("queue", 0, row("7", "COMPLETING", "None", "N/A"));
        String exit = "e - 7 143 1796003990000 term";

        assertThat(tick("s - 7 1796003000000 a001 0", exit)).singleElement().isInstanceOf(Observation.Running.class);

        text.setLength(0);
        part("queue", 0, row("7", "TIMEOUT", "TimeLimit", "2026-11-30T01:59:59"));
        part("accounting", 0, account("7", "TIMEOUT", "0:0", "", "", "None"));
        JobOutcome outcome = outcome(tick("s - 7 1796003000000 a001 0", exit));
        assertThat(outcome.end()).isEqualTo(JobEnd.TIMEOUT);
        assertThat(outcome.exitCode()).isNull();
    }

    @Test
    void waitsAMomentForAccountingsFullerWord() {
        part("queue", 0, row("7", "CANCELLED", "None", "2026-11-30T01:59:55"));
        part("accounting", 0, account("7", "RUNNING", "0:0", "", "", "None"));

        assertThat(tick()).singleElement().isInstanceOf(Observation.Unobserved.class);
    }

    @Test
    void goesByTheQueueWhereAccountingStaysSilent() {
        part("queue", 0, row("7", "CANCELLED", "None", "2026-11-30T01:59:00"));
        part("accounting", 1, "sacct: error: Problem talking to the database: Connection refused");

        assertThat(outcome(tick()).end()).isEqualTo(JobEnd.CANCELLED);
    }

    @Test
    void asksTheControllerWhereThereIsNoAccounting() {
        part("queue", 0, row("7", "FAILED", "RaisedSignal:53", "2026-11-30T01:59:00"));
        part("accounting", 1, "Slurm accounting storage is disabled");
        part("controller", 0, "JobId=7 JobName=x JobState=FAILED Reason=RaisedSignal:53(Real-time_signal_19) "
                + "ExitCode=0:53 SubmitTime=2026-11-30T01:00:00 StartTime=2026-11-30T01:10:00 "
                + "EndTime=2026-11-30T01:10:00 NodeList=a001 TRES=cpu=1 WorkDir=" + LAYOUT.work());

        assertThat(outcome(tick()).end()).isEqualTo(JobEnd.LAUNCH_FAILED);
    }

    @Test
    void isUnsureWhileAccountingIsDownAndTheQueueHasForgotten() {
        part("queue", 0, "");
        part("accounting", 1, "sacct: error: Problem talking to the database: Connection refused");

        assertThat(tick()).singleElement().isInstanceOf(Observation.Unobserved.class);
    }

    @Test
    void saysWhereItLookedForAJobThatIsNowhere() {
        part("queue", 0, "");
        part("accounting", 1, "Slurm accounting storage is disabled");

        assertThat(tick()).singleElement().isInstanceOfSatisfying(Observation.Absent.class,
                a -> assertThat(a.evidence()).hasSize(3).anyMatch(e -> e.contains("keeps none")));
    }

    @Test
    void countsARequeueOnceTheStartIsOlderThanTheListing() {
        part("queue", 0, row("7", "PENDING", "BeginTime", "N/A"));

        assertThat(tick("s - 7 1796003000000 a001 1")).singleElement().isInstanceOfSatisfying(
                Observation.Requeued.class, r -> assertThat(r.restarts()).isEqualTo(2));

        text.setLength(0);
        part("queue", 0, row("7", "PENDING", "Priority", "N/A"));
        assertThat(tick("s - 7 " + (NOW * 1000 - 500) + " a001 0")).singleElement()
                .isInstanceOf(Observation.Pending.class);
    }

    @Test
    void takesTheLastRunOfARequeuedJob() {
        part("queue", 0, "");
        part("accounting", 0, account("7", "PREEMPTED", "0:0", "", "", "None")
                + account("7", "COMPLETED", "0:0", "", "", "None").replace("T01:00:00", "T01:30:00"));

        assertThat(outcome(tick()).end()).isEqualTo(JobEnd.COMPLETED);
    }

    @Test
    void doesNotTakeAnotherJobOfTheSameIdForOurs() {
        part("queue", 0, row("7", "RUNNING", "None", "N/A").replace(LAYOUT.work(), "/home/x")
                .replace(ATTEMPT.toString(), "mine"));
        part("accounting", 0, account("7", "COMPLETED", "0:0", "", "", "None").replace(LAYOUT.work(), "/home/x"));

        assertThat(tick()).singleElement().isInstanceOf(Observation.Absent.class);
    }

    @Test
    void findsItsJobByFolderWhereTheSiteRewritesComments() {
        part("queue", 0, row("7", "RUNNING", "None", "N/A").replace(S + ATTEMPT + S, S + "(null)" + S));

        assertThat(tick()).singleElement().isInstanceOf(Observation.Running.class);
    }

    @Test
    void followsTheJobThatClaimedTheAttempt() {
        part("queue", 0, row("7", "COMPLETED", "None", "2026-11-30T01:10:00") + row("9", "RUNNING", "None", "N/A"));

        assertThat(tick("s - 9 1796003000000 a001 0")).containsExactly(new Observation.ClaimedBy("9"));
    }

    @Test
    void reportsSecondJobsBesideTheFirst() {
        part("queue", 0, row("7", "RUNNING", "None", "N/A") + row("9", "PENDING", "Priority", "N/A"));

        List<Observation> seen = tick("s - 7 1796003000000 a001 0", "x - 8");

        assertThat(seen.getFirst()).isInstanceOf(Observation.Running.class);
        assertThat(seen).contains(new Observation.Duplicate("9", true), new Observation.Duplicate("8", false));
    }

    @Test
    void judgesArraysElementByElement() {
        WatchedJob array = new WatchedJob(ATTEMPT, LAYOUT, "7", SUBMITTED, List.of(0, 1, 2, 3));
        part("queue", 0, row("7_0", "RUNNING", "None", "N/A") + row("7_[2-3%1]", "PENDING", "JobArrayTaskLimit", "N/A"));
        assertThat(tick(array, "s 0 7_0 1796003000000 a001 0", "e 1 7_1 0 1796003900000 clean")).singleElement()
                .isInstanceOf(Observation.Running.class);

        text.setLength(0);
        part("queue", 0, row("7_3", "TIMEOUT", "None", "2026-11-30T01:20:00"));
        part("accounting", 0, account("7_0", "FAILED", "1:0", "", "", "None")
                + account("7_3", "TIMEOUT", "0:0", "", "", "None"));
        JobOutcome outcome = outcome(tick(array, "e 1 7_1 0 1796003900000 clean", "e 2 7_2 0 1796003900000 clean"));

        assertThat(outcome.end()).isEqualTo(JobEnd.FAILED);
        assertThat(outcome.elements()).contains(new JobOutcome.ElementCount(JobEnd.COMPLETED, 2, "1-2"),
                new JobOutcome.ElementCount(JobEnd.TIMEOUT, 1, "3"));
    }

    @Test
    void keepsTheTokenOutOfWhatCanBeForged() {
        part("queue", 0, "");
        part("accounting", 1, "Slurm accounting storage is disabled");

        assertThat(tick("e - 7 0", "s - $(reboot) 1 x", "e - 7 0 1796003900000 clean extra words",
                "@m begin queue")).singleElement().isInstanceOf(Observation.Absent.class);
    }

    @ParameterizedTest
    @CsvSource({"4,FAILED,3", "7,OUT_OF_MEMORY,", "6,TIMEOUT,", "8,CANCELLED,", "10,LAUNCH_FAILED,", "11,FAILED,127",
            "19,,", "20,NODE_FAIL,", "34,PREEMPTED,"})
    void readsTheRealEnds(String id, JobEnd end, Integer code) {
        List<AccountingRow> rows = SlurmSamplesTest.accounting("beta").stream()
                .filter(r -> r.id().base().equals(id)).toList();
        WatchedJob job = new WatchedJob(ATTEMPT, LAYOUT, id, Instant.EPOCH, List.of());
        Sighting s = new Sighting(job, Instant.ofEpochSecond(NOW), Part.OK, List.of(), Part.OK, rows,
                AttemptFiles.UNSEEN);

        Observation seen = Judge.observe(s).getFirst();

        Optional<JobOutcome> outcome = seen instanceof Observation.Ended e ? Optional.of(e.outcome())
                : Optional.empty();
        assertThat(outcome.map(JobOutcome::end)).isEqualTo(Optional.ofNullable(end));
        assertThat(outcome.map(JobOutcome::exitCode)).isEqualTo(Optional.ofNullable(code));
        assertThat(Map.of("8", "CANCELLED by 6001")).satisfies(m -> assertThat(m.getOrDefault(id, "-"))
                .isIn("-", outcome.map(JobOutcome::detail).orElse("")));
    }
}
