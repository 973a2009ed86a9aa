package org.diamondhpc.submit.domain;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.diamondhpc.schemas.id.SiteId;
import org.diamondhpc.schemas.id.TaskId;
import org.diamondhpc.schemas.id.TenantId;
import org.diamondhpc.schemas.reason.Problem;
import org.diamondhpc.schemas.reason.Reason;
import org.diamondhpc.schemas.spec.SpecReader;
import org.diamondhpc.schemas.task.Candidate;
import org.diamondhpc.schemas.task.Placement;
import org.diamondhpc.schemas.task.TaskOrder;
import org.diamondhpc.schemas.task.Verdict;
import org.diamondhpc.site.scheduler.Resolution;
import org.diamondhpc.site.scheduler.SubmitResult;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class SubmissionRulesTest {
    private static final Instant NOON = Instant.parse("2026-11-30T12:00:00Z");
    private final SubmissionRules rules = new SubmissionRules(Duration.ofMinutes(10), Duration.ofSeconds(12));
    private final Submission fresh = submission();

    @Test
    void asksAtTheFirstRun() {
        assertThat(rules.next(fresh, 1, false)).isEqualTo(new Move.Ask());
    }

    @Test
    void dropsACancelledTaskBeforeAnythingHappened() {
        assertThat(rules.next(fresh, 1, true)).isEqualTo(new Move.Drop());
    }

    @Test
    void looksAfterARunThatLeftNoWord() {
        assertThat(rules.next(fresh, 2, false)).isEqualTo(new Move.Look());
        assertThat(rules.next(fresh, 2, true)).as("also when cancelled: a job may be there").isEqualTo(new Move.Look());
    }

    @Test
    void asksAgainAfterARefusalThatIsKnownToHaveLeftNothing() {
        Step step = rules.after(fresh.asked(), refused(Reason.SCHEDULER_BUSY), 1, NOON);

        Submission next = ((Step.Later) step).next();
        assertThat(rules.next(next, 2, false)).isEqualTo(new Move.Ask());
        assertThat(rules.next(next, 3, false)).as("a killed second run").isEqualTo(new Move.Look());
    }

    @ParameterizedTest
    @EnumSource(value = Reason.class, names = {"SITE_TIMEOUT", "SITE_CONNECTION_LOST", "SCHEDULER_UNCONFIRMED"})
    void neverAsksAgainBlindlyAfterADoubt(Reason reason) {
        Step step = rules.afterTrouble(fresh.asked(), Problem.of(reason, "cut"), Optional.empty(), 1, NOON);

        Submission next = ((Step.Doubt) step).next();
        assertThat(((Step.Doubt) step).news()).isTrue();
        assertThat(rules.next(next, 2, false)).isEqualTo(new Move.Look());
    }

    @Test
    void asksAgainOnlyAfterTwoEmptyHealthyLooksAndTheSettlingTime() {
        Submission doubt = doubting();

        Step first = look(doubt, new Resolution.NotFound(List.of()), NOON.plusSeconds(20));
        Step second = look(((Step.Doubt) first).next(), new Resolution.NotFound(List.of()), NOON.plusSeconds(26));

        assertThat(((Step.Doubt) first).news()).isFalse();
        assertThat(rules.next(((Step.AskAgain) second).next(), 3, false)).isEqualTo(new Move.Ask());
    }

    @Test
    void twoQuickEmptyLooksAreNotEnough() {
        Step first = look(doubting(), new Resolution.NotFound(List.of()), NOON.plusSeconds(1));
        Step second = look(((Step.Doubt) first).next(), new Resolution.NotFound(List.of()), NOON.plusSeconds(2));

        assertThat(second).isInstanceOf(Step.Doubt.class);
    }

    @Test
    void anUnhealthyLookStartsTheCountAnew() {
        Step empty = look(doubting(), new Resolution.NotFound(List.of()), NOON.plusSeconds(20));
        Step unhealthy = look(((Step.Doubt) empty).next(),
                new Resolution.NotHealthy(Problem.of(Reason.SCHEDULER_UNAVAILABLE, "frozen")), NOON.plusSeconds(25));
        Step emptyAgain = look(((Step.Doubt) unhealthy).next(), new Resolution.NotFound(List.of()),
                NOON.plusSeconds(30));

        assertThat(emptyAgain).isInstanceOf(Step.Doubt.class);
    }

    @Test
    void adoptsWhatALookFinds() {
        Step step = look(doubting(), new Resolution.Found("42", "queue", NOON), NOON.plusSeconds(3));

        assertThat(step).isEqualTo(new Step.Submitted("42", NOON, "queue"));
    }

    @Test
    void fencesOffACancelledTaskThatWasNotFound() {
        Step first = rules.afterLook(doubting(), new Resolution.NotFound(List.of()), 2, true, NOON.plusSeconds(20));
        Step second = rules.afterLook(((Step.Doubt) first).next(), new Resolution.NotFound(List.of()), 3, true,
                NOON.plusSeconds(30));

        assertThat(second).isEqualTo(new Step.FenceOff());
    }

    @Test
    void rejectsAtOnceWhatCanNeverWork() {
        assertThat(rules.after(fresh.asked(), refused(Reason.SCHEDULER_INVALID_ACCOUNT), 1, NOON))
                .isInstanceOf(Step.Rejected.class);
    }

    @Test
    void tellsWhyItWaitsOnceForEachReason() {
        Step.Later first = later(fresh.asked(), Reason.SITE_UNREACHABLE);
        Step.Later same = later(first.next().asked(), Reason.SITE_UNREACHABLE);
        Step.Later other = later(same.next().asked(), Reason.SITE_NEEDS_LOGIN);

        assertThat(List.of(first.news(), same.news(), other.news())).containsExactly(true, false, true);
    }

    @Test
    void tellsTheSameReasonAgainAfterADoubt() {
        Submission waiting = later(fresh.asked(), Reason.SCHEDULER_BUSY).next().asked();
        Problem timeout = Problem.of(Reason.SCHEDULER_UNCONFIRMED, "Socket timed out");
        Step doubt = rules.after(waiting, new SubmitResult.Unconfirmed(timeout), 2, NOON);

        assertThat(later(((Step.Doubt) doubt).next(), Reason.SCHEDULER_BUSY).news()).isTrue();
    }

    private Step.Later later(Submission submission, Reason reason) {
        return (Step.Later) rules.after(submission, refused(reason), 1, NOON);
    }

    @Test
    void losesPatienceWithAFullQueueButNeverWithALogin() {
        Submission tried = ((Step.Later) rules.after(fresh.asked(), refused(Reason.SCHEDULER_BUSY), 1, NOON)).next();
        Instant later = NOON.plus(Duration.ofMinutes(11));

        assertThat(rules.after(tried, refused(Reason.SCHEDULER_BUSY), 9, later)).isInstanceOf(Step.Rejected.class);
        assertThat(rules.after(tried, refused(Reason.SITE_NEEDS_LOGIN), 9, later)).isInstanceOf(Step.Later.class);
    }

    @Test
    void handsAClosedPartitionBackSoonOnlyWhereAnotherSiteIsReady() {
        Submission tried = tried(submission(new Candidate(new SiteId("delta"), "main", Verdict.READY, "", null, "")));
        Submission alone = tried(submission(new Candidate(new SiteId("delta"), "main", Verdict.RESTRICTED, "", null, "")));
        SubmitResult closed = refused(Reason.SCHEDULER_UNAVAILABLE);

        assertThat(rules.after(tried, closed, 3, NOON.plusSeconds(11))).isInstanceOf(Step.Rejected.class);
        assertThat(rules.after(alone, closed, 3, NOON.plusSeconds(11))).isInstanceOf(Step.Later.class);
        assertThat(rules.after(tried, refused(Reason.SCHEDULER_BUSY), 3, NOON.plusSeconds(11)))
                .isInstanceOf(Step.Later.class);
    }

    private Submission tried(Submission submission) {
        return ((Step.Later) rules.after(submission, refused(Reason.SCHEDULER_UNAVAILABLE), 1, NOON)).next();
    }

    private Step look(Submission submission, Resolution seen, Instant at) {
        return rules.afterLook(submission, seen, 2, false, at);
    }

    private Submission doubting() {
        Problem timeout = Problem.of(Reason.SCHEDULER_UNCONFIRMED, "Socket timed out");
        return ((Step.Doubt) rules.after(fresh.asked(), new SubmitResult.Unconfirmed(timeout), 1, NOON)).next();
    }

    private static SubmitResult refused(Reason reason) {
        return new SubmitResult.Refused(Problem.of(reason, "no"));
    }

    private static Submission submission(Candidate... candidates) {
        TaskOrder order = new TaskOrder(new TaskId("t-00000000aa"), new TenantId("demo"), null,
                new SpecReader().readYaml("executable: /bin/true").spec(), null, 1, null, NOON);
        return Submission.of(order, new Placement(new SiteId("alpha"), "slurm", "alice", "batch", null, null, null,
                null, null, "fastest", "", List.of(candidates), NOON));
    }
}
