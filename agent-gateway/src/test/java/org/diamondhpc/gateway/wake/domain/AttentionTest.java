package org.diamondhpc.gateway.wake.domain;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.diamondhpc.schemas.id.SiteId;
import org.diamondhpc.schemas.id.TaskId;
import org.diamondhpc.schemas.reason.Problem;
import org.diamondhpc.schemas.reason.Reason;
import org.diamondhpc.schemas.task.JobEnd;
import org.diamondhpc.schemas.task.TaskState;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class AttentionTest {
    private static final Instant T0 = Instant.parse("2026-11-30T08:00:00Z");
    private static final TaskId TASK = new TaskId("t-00mi1234abcd");
    private static final SiteId ALPHA = new SiteId("alpha");
    private static final Attention RULES = new Attention(
            new Attention.Patience(3, Duration.ofMinutes(30), 0.1, Duration.ofMinutes(5)));

    /** Patience is three times the prediction, at least half an hour. */
    @ParameterizedTest
    @CsvSource(nullValues = "-", value = {
        "PT1M,  PT29M59S, false, PT30M",
        "PT1M,  PT30M,    true,  -",
        "PT1H,  PT2H59M,  false, PT3H",
        "PT1H,  PT3H,     true,  -",
        "-,     PT31M,    true,  -",
    })
    void jobThatWaitsWellPastItsPredictionIsStalled(Duration predicted, Duration waited, boolean expected,
            Duration next) {
        Attention.Watched task = queued(predicted, null, null);

        List<Attention.Raised> alarms = RULES.standing(task, T0.plus(waited));

        assertThat(alarms).extracting(Attention.Raised::alarm)
                .isEqualTo(expected ? List.of(Alarm.QUEUE_STALLED) : List.of());
        assertThat(RULES.next(task, T0.plus(waited)).orElse(null)).isEqualTo(next == null ? null : T0.plus(next));
    }

    /** A tenth of the limit before its end, at least five minutes, at most half of it; past it there is no decision. */
    @ParameterizedTest
    @CsvSource({
        "PT10H, PT8H59M, false", "PT10H, PT9H, true", "PT10H, PT10H, false",
        "PT20M, PT14M, false", "PT20M, PT15M, true",
        "PT2M, PT59S, false", "PT2M, PT61S, true", "PT2M, PT3M, false",
    })
    void jobNearItsLimitIsAnAlarmUntilTheLimit(Duration limit, Duration ran, boolean expected) {
        Attention.Watched task = new Attention.Watched(TASK, TaskState.RUNNING, 1, ALPHA, T0, T0, Duration.ZERO, limit,
                null, null, null, null);

        List<Attention.Raised> alarms = RULES.standing(task, T0.plus(ran));

        assertThat(alarms).extracting(Attention.Raised::alarm)
                .isEqualTo(expected ? List.of(Alarm.LIMIT_NEAR) : List.of());
    }

    @ParameterizedTest
    @CsvSource(nullValues = "-", value = {
        "Requeued, -,                    REQUEUED",
        "Requeued, preempted by 17,      REQUEUED",
        "Requeued, node c4 went down,    NODE_FAILED",
        "Priority, -,                    -",
    })
    void jobThatWasPutBackIsAnAlarm(String reason, String explanation, Alarm expected) {
        List<Attention.Raised> alarms = RULES.standing(queued(Duration.ZERO, reason, explanation), T0);

        assertThat(alarms).extracting(Attention.Raised::alarm)
                .isEqualTo(expected == null ? List.of() : List.of(expected));
    }

    @ParameterizedTest
    @CsvSource(nullValues = "-", value = {
        "COLLECTING, SITE_DISK_FULL,          QUOTA_HIT",
        "STAGING,    TRANSFER_STORE_FULL,     QUOTA_HIT",
        "FAILED,     TRANSFER_OUTPUT_MISSING, OUTPUTS_MISSING",
        "FAILED,     SCHEDULER_NODE_FAILED,   NODE_FAILED",
        "SUBMITTING, SITE_NEEDS_LOGIN,        SITE_NEEDS_LOGIN",
        "STAGING,    SITE_UNREACHABLE,        -",
        "FAILED,     SCHEDULER_JOB_FAILED,    -",
    })
    void whatIsInTheWayIsAnAlarmWhereSomebodyCanHelp(TaskState state, Reason reason, Alarm expected) {
        List<Attention.Raised> alarms = RULES.standing(troubled(state, Problem.of(reason, "so it is"), null), T0);

        assertThat(alarms).extracting(Attention.Raised::alarm)
                .isEqualTo(expected == null ? List.of() : List.of(expected));
    }

    @ParameterizedTest
    @CsvSource(nullValues = "-", value = {
        "NODE_FAIL, SCHEDULER_NODE_FAILED,   NODE_FAILED",
        "PREEMPTED, SCHEDULER_JOB_PREEMPTED, REQUEUED",
        "COMPLETED, TRANSFER_OUTPUT_MISSING, OUTPUTS_MISSING",
        "FAILED,    SCHEDULER_JOB_FAILED,    -",
    })
    void attemptThatWasLostIsAnAlarmOfThatAttempt(JobEnd end, Reason reason, Alarm expected) {
        Attention.Last last = new Attention.Last(1, end, Problem.of(reason, "it was lost"));

        List<Attention.Raised> alarms = RULES.standing(troubled(TaskState.PLACING, null, last), T0);

        assertThat(alarms).extracting(Attention.Raised::alarm)
                .isEqualTo(expected == null ? List.of() : List.of(expected));
        assertThat(alarms).allMatch(a -> a.attempt() == 1);
    }

    /** The next attempt begins with the trouble of the last one. */
    @Test
    void troubleOfTheLastAttemptIsSaidOnce() {
        Problem lost = Problem.of(Reason.SCHEDULER_NODE_FAILED, "n1 is down");

        List<Attention.Raised> alarms = RULES.standing(troubled(TaskState.PLACING, lost,
                new Attention.Last(1, JobEnd.NODE_FAIL, lost)), T0);

        assertThat(alarms).extracting(Attention.Raised::attempt).containsExactly(1);
    }

    @ParameterizedTest
    @EnumSource(TaskState.class)
    void nothingIsSaidOfATaskThatGoesWell(TaskState state) {
        Attention.Watched task = new Attention.Watched(TASK, state, 1, ALPHA, T0, T0, Duration.ZERO,
                Duration.ofHours(1), null, null, null, null);

        assertThat(RULES.standing(task, T0.plusSeconds(1))).isEmpty();
    }

    private static Attention.Watched queued(Duration predicted, String reason, String explanation) {
        return new Attention.Watched(TASK, TaskState.QUEUED, 1, ALPHA, T0, null, predicted, null, reason, explanation,
                null, null);
    }

    private static Attention.Watched troubled(TaskState state, Problem problem, Attention.Last last) {
        return new Attention.Watched(TASK, state, 2, ALPHA, null, null, Duration.ZERO, null, null, null, problem,
                last);
    }
}
