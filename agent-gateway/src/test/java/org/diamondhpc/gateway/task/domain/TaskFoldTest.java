package org.diamondhpc.gateway.task.domain;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.diamondhpc.gateway.Steps;
import org.diamondhpc.schemas.event.TaskEvent;
import org.diamondhpc.schemas.id.TaskId;
import org.diamondhpc.schemas.id.TenantId;
import org.diamondhpc.schemas.reason.Problem;
import org.diamondhpc.schemas.reason.Reason;
import org.diamondhpc.schemas.spec.Retries;
import org.diamondhpc.schemas.spec.TaskSpec;
import org.diamondhpc.schemas.task.JobEnd;
import org.diamondhpc.schemas.task.JobRef;
import org.diamondhpc.schemas.task.TaskOrder;
import org.diamondhpc.schemas.task.TaskState;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class TaskFoldTest {
    private static final Instant AT = Instant.parse("2026-01-01T00:10:00Z");
    private static final TaskId TASK = new TaskId("t-00000001");
    private static final TenantId TENANT = new TenantId("alice");

    @Test
    void eachStepMovesTheTaskOn() {
        Steps steps = new Steps(order(0));
        TaskLife life = TaskLife.requested(AT, false);
        TaskState[] expected = {TaskState.STAGING, TaskState.SUBMITTING, TaskState.QUEUED, TaskState.RUNNING,
            TaskState.COLLECTING, TaskState.SUCCEEDED};
        List<TaskEvent> events = steps.all(JobEnd.COMPLETED);

        for (int i = 0; i < events.size(); i++) {
            life = after(life, events.get(i));
            assertThat(life.state()).isEqualTo(expected[i]);
        }

        assertThat(life.timings().endedAt()).isEqualTo(AT);
        assertThat(life.facts().outputs()).hasSize(1);
        assertThat(life.problem()).isNull();
    }

    /** The retries that were used up before, the limit, and whether another attempt is due. */
    @ParameterizedTest
    @CsvSource({
        "FAILED, 0, 0, false", "FAILED, 0, 1, true", "FAILED, 1, 1, false", "TIMEOUT, 0, 1, true",
        "OUT_OF_MEMORY, 0, 0, false", "NODE_FAIL, 0, 0, true", "NODE_FAIL, 1, 0, false", "PREEMPTED, 2, 2, true",
        "LAUNCH_FAILED, 0, 0, true", "LOST, 0, 5, false", "CANCELLED, 0, 5, false", "DEADLINE, 0, 5, false",
        "DEPENDENCY_FAILED, 0, 5, false"})
    void badEndIsTriedAgainByItsKind(JobEnd end, int used, int limit, boolean again) {
        TaskLife life = running(limit);
        life = new TaskLife(life.state(), life.attempt(), used, false, life.facts(), null, null,
                life.timings(), List.of(), List.of(), null);

        TaskDecision decision = new TaskFold(life, AT).on(new Steps(order(limit)).collected(end));

        assertThat(decision instanceof TaskDecision.Retries).isEqualTo(again);
        if (decision instanceof TaskDecision.Ends ends) {
            assertThat(ends.life().state()).isEqualTo(TaskState.FAILED);
            assertThat(ends.life().problem().reason()).isEqualTo(end.reason());
        }
    }

    @Test
    void missingOutputIsAFailure() {
        TaskDecision decision = new TaskFold(running(0), AT)
                .on(new Steps(order(0)).collected(JobEnd.COMPLETED, List.of("*.nc")));

        TaskLife life = ((TaskDecision.Ends) decision).life();
        assertThat(life.state()).isEqualTo(TaskState.FAILED);
        assertThat(life.problem().reason()).isEqualTo(Reason.TRANSFER_OUTPUT_MISSING);
        assertThat(life.problem().detail()).contains("*.nc");
    }

    @Test
    void cancelledOnRequestAndSuccessStaysSuccess() {
        Steps steps = new Steps(order(0));
        TaskLife asked = running(0).cancelAsked();

        TaskLife cancelled = after(asked, steps.collected(JobEnd.CANCELLED));
        TaskLife done = after(asked, steps.collected(JobEnd.COMPLETED));

        assertThat(cancelled.state()).isEqualTo(TaskState.CANCELLED);
        assertThat(done.state()).isEqualTo(TaskState.SUCCEEDED);
    }

    @Test
    void newsOfAnEarlierAttemptChangesNothing() {
        TaskLife life = running(0);
        Steps first = new Steps(order(0));
        life = after(life, first.collected(JobEnd.NODE_FAIL));
        assertThat(life.attempt()).isEqualTo(2);

        for (TaskEvent event : first.all(JobEnd.COMPLETED)) {
            assertThat(new TaskFold(life, AT).on(event)).as(event.getClass().getSimpleName())
                    .isInstanceOf(TaskDecision.Ignored.class);
        }

        assertThat(life.past()).singleElement().satisfies(p -> {
            assertThat(p.end()).isEqualTo(JobEnd.NODE_FAIL);
            assertThat(p.job().id()).isEqualTo("41");
        });
    }

    @Test
    void nothingFollowsAnEnd() {
        Steps steps = new Steps(order(0));
        TaskLife ended = after(running(0), steps.collected(JobEnd.COMPLETED));

        for (TaskEvent event : steps.all(JobEnd.FAILED)) {
            assertThat(new TaskFold(ended, AT).on(event)).isInstanceOf(TaskDecision.Ignored.class);
        }
    }

    @Test
    void refusedByOneSiteGoesToAnotherAsANewAttempt() {
        Steps first = new Steps(order(0));
        TaskLife life = after(after(TaskLife.requested(AT, false), first.placed()), first.staged());
        Problem full = Problem.of(Reason.SCHEDULER_BUSY, "full");

        life = after(life, new TaskEvent.JobRejected(first.order(), first.placement(), full));
        assertThat(life.state()).isEqualTo(TaskState.PLACING);
        assertThat(life.problem()).isEqualTo(full);
        life = after(life, new Steps(first.order().again(null)).placed());

        assertThat(life.attempt()).isEqualTo(2);
        assertThat(life.state()).isEqualTo(TaskState.STAGING);
        assertThat(life.problem()).isNull();
        assertThat(life.past()).singleElement().satisfies(p -> assertThat(p.problem()).isEqualTo(full));
    }

    @Test
    void doubtIsAStateOfItsOwnUntilTheJobIsFound() {
        Steps steps = new Steps(order(0));
        TaskLife life = after(after(TaskLife.requested(AT, false), steps.placed()), steps.staged());

        life = after(life, new TaskEvent.SubmissionUnconfirmed(steps.attempt(), TENANT, Steps.ALPHA,
                Problem.of(Reason.SCHEDULER_UNCONFIRMED, "no reply")));
        assertThat(life.state()).isEqualTo(TaskState.UNCONFIRMED);
        life = after(life, steps.submitted());

        assertThat(life.state()).isEqualTo(TaskState.QUEUED);
        assertThat(life.problem()).isNull();
    }

    @Test
    void aStepThatWaitsSaysWhyUntilItIsTaken() {
        Steps steps = new Steps(order(0));
        Problem away = Problem.of(Reason.SITE_UNREACHABLE, "no route");
        Problem login = Problem.of(Reason.SITE_NEEDS_LOGIN, "one-time code");
        TaskLife staging = after(TaskLife.requested(AT, false), steps.placed());

        TaskLife waits = after(staging, new TaskEvent.StagingDeferred(steps.attempt(), TENANT, Steps.ALPHA, away, AT));
        TaskLife staged = after(waits, steps.staged());
        TaskLife waitsAgain = after(staged,
                new TaskEvent.SubmissionDeferred(steps.attempt(), TENANT, Steps.ALPHA, login, AT.plusSeconds(9)));

        assertThat(List.of(waits.state(), waitsAgain.state())).containsExactly(TaskState.STAGING, TaskState.SUBMITTING);
        assertThat(List.of(waits.problem(), waitsAgain.problem())).containsExactly(away, login);
        assertThat(waitsAgain.retryAt()).isEqualTo(AT.plusSeconds(9));
        assertThat(staged.problem()).isNull();
        assertThat(after(waitsAgain, steps.submitted()).problem()).isNull();
    }

    @Test
    void aWaitOfAStepThatIsOverChangesNothing() {
        Steps steps = new Steps(order(0));
        TaskEvent late = new TaskEvent.SubmissionDeferred(steps.attempt(), TENANT, Steps.ALPHA,
                Problem.of(Reason.SCHEDULER_BUSY, "full"), AT);

        assertThat(new TaskFold(running(0), AT).on(late)).isInstanceOf(TaskDecision.Ignored.class);
    }

    @Test
    void lateNewsOfTheQueueDoesNotTurnTimeBack() {
        Steps steps = new Steps(order(0));
        TaskEvent pending = new TaskEvent.JobPending(steps.attempt(), TENANT, steps.job(), "Priority", "others first",
                null);

        assertThat(new TaskFold(running(0), AT).on(pending)).isInstanceOf(TaskDecision.Ignored.class);
        assertThat(after(running(0), new TaskEvent.JobRequeued(steps.attempt(), TENANT, steps.job(), 1, "node")).state())
                .isEqualTo(TaskState.QUEUED);
    }

    @Test
    void movedTaskIsPlacedAnewAndNothingOfItsOldJobCountsAnyMore() {
        Steps first = new Steps(order(0));
        Steps second = new Steps(first.order().again(null));
        TaskLife life = after(queued(), first.reconsidered());
        assertThat(life.state()).isEqualTo(TaskState.QUEUED);

        life = after(life, first.withdrawn());
        assertThat(life.state()).isEqualTo(TaskState.PLACING);
        assertThat(life.attempt()).isEqualTo(2);
        for (TaskEvent late : first.all(JobEnd.CANCELLED)) {
            assertThat(new TaskFold(life, AT).on(late)).isInstanceOf(TaskDecision.Ignored.class);
        }
        for (TaskEvent event : second.all(JobEnd.COMPLETED)) {
            life = after(life, event);
        }

        assertThat(life.state()).isEqualTo(TaskState.SUCCEEDED);
        assertThat(life.past()).singleElement().satisfies(p -> assertThat(p.problem()).isNull());
        assertThat(life.moves()).singleElement().satisfies(m -> {
            assertThat(m.state()).isEqualTo(MoveState.MOVED);
            assertThat(m.here()).isEqualTo(Duration.ofHours(2));
            assertThat(m.there()).isEqualTo(Duration.ofMinutes(1));
            assertThat(m.took()).isNotNull();
            assertThat(m.said()).contains("withdrawn before it began", "it ended");
        });
        assertThat(life.retries()).isZero();
    }

    /** Its end was told before it was known that its job did nothing. */
    @ParameterizedTest
    @EnumSource(value = JobEnd.class, names = {"CANCELLED", "COMPLETED", "NODE_FAIL", "LAUNCH_FAILED"})
    void anEndHeardOfWhileItsJobIsWithdrawnDecidesNothing(JobEnd end) {
        Steps steps = new Steps(order(0));
        TaskLife life = after(queued(), steps.reconsidered());

        TaskLife told = after(after(life, steps.finished(end)), steps.collected(end));
        TaskLife withdrawn = after(told, steps.withdrawn());

        assertThat(told.ended()).isFalse();
        assertThat(told.attempt()).isEqualTo(1);
        assertThat(withdrawn.state()).isEqualTo(TaskState.PLACING);
        assertThat(withdrawn.attempt()).isEqualTo(2);
    }

    /** Its job had begun before it could be withdrawn: what was heard meanwhile counts then. */
    @ParameterizedTest
    @CsvSource({"COMPLETED, SUCCEEDED", "FAILED, FAILED", "NODE_FAIL, PLACING"})
    void anEndHeardOfMeanwhileCountsOnceItStays(JobEnd end, TaskState state) {
        Steps steps = new Steps(order(0));
        TaskLife life = after(queued(), steps.reconsidered());

        for (TaskEvent event : List.of(steps.started(), steps.finished(end), steps.collected(end), steps.kept())) {
            life = after(life, event);
        }

        assertThat(life.state()).isEqualTo(state);
        assertThat(life.moves()).singleElement().satisfies(m -> assertThat(m.state()).isEqualTo(MoveState.KEPT));
    }

    @Test
    void aMoveThatIsDroppedLeavesTheTaskAsItWas() {
        Steps steps = new Steps(order(0));

        TaskLife life = after(after(queued(), steps.reconsidered()), steps.kept());

        assertThat(life.state()).isEqualTo(TaskState.QUEUED);
        assertThat(life.moving()).isFalse();
        assertThat(after(after(life, steps.started()), steps.collected(JobEnd.COMPLETED)).state())
                .isEqualTo(TaskState.SUCCEEDED);
    }

    @Test
    void aTaskCancelledWhileItIsMovedEndsCancelled() {
        Steps steps = new Steps(order(0));
        TaskLife life = after(queued().cancelAsked(), steps.reconsidered());

        TaskLife withdrawn = after(after(life, steps.withdrawn()), new TaskEvent.TaskCancelled(TASK, TENANT, "placing"));
        TaskLife kept = after(after(life, steps.kept()), steps.collected(JobEnd.CANCELLED));

        assertThat(List.of(withdrawn.state(), kept.state())).containsOnly(TaskState.CANCELLED);
    }

    @Test
    void identifiedJobReplacesTheRecordedOne() {
        Steps steps = new Steps(order(0));
        JobRef other = new JobRef(Steps.ALPHA, "99", AT);

        TaskLife life = after(running(0), new TaskEvent.JobIdentified(steps.attempt(), TENANT, other, steps.job()));

        assertThat(life.facts().job()).isEqualTo(other);
        assertThat(life.state()).isEqualTo(TaskState.RUNNING);
    }

    private static TaskLife running(int limit) {
        return after(limit, 4);
    }

    private static TaskLife queued() {
        return after(0, 3);
    }

    private static TaskLife after(int limit, int events) {
        Steps steps = new Steps(order(limit));
        TaskLife life = TaskLife.requested(AT, false);
        for (TaskEvent event : steps.all(JobEnd.COMPLETED).subList(0, events)) {
            life = after(life, event);
        }
        return life;
    }

    private static TaskLife after(TaskLife life, TaskEvent event) {
        return switch (new TaskFold(life, AT).on(event)) {
            case TaskDecision.Goes g -> g.life();
            case TaskDecision.Chooses c -> c.life();
            case TaskDecision.Ends e -> e.life();
            case TaskDecision.Retries r -> r.life();
            case TaskDecision.Ignored i -> life;
        };
    }

    private static TaskOrder order(int limit) {
        TaskSpec spec = new TaskSpec("n", "true", null, null, null, null, null, null, null, null, null, null, null,
                null, null, null, null, new Retries(limit), null, null, null, null);
        return new TaskOrder(TASK, TENANT, null, spec, null, 1, null, AT);
    }
}
