package org.diamondhpc.gateway.task.domain;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.diamondhpc.gateway.Steps;
import org.diamondhpc.schemas.DiamondJson;
import org.diamondhpc.schemas.event.TaskEvent;
import org.diamondhpc.schemas.id.TaskId;
import org.diamondhpc.schemas.id.TenantId;
import org.diamondhpc.schemas.reason.Problem;
import org.diamondhpc.schemas.reason.Reason;
import org.diamondhpc.schemas.spec.SpecReader;
import org.diamondhpc.schemas.task.Hedge;
import org.diamondhpc.schemas.task.JobEnd;
import org.diamondhpc.schemas.task.TaskOrder;
import org.diamondhpc.schemas.task.TaskState;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which of several attempts does the work, and what becomes of the task where none does. */
class HedgeFoldTest {
    private static final Instant AT = Instant.parse("2026-01-01T00:10:00Z");
    private static final Hedge HEDGE = new Hedge(1, 2, Duration.ofMinutes(2));
    private final Steps one = new Steps(order(1));
    private final Steps two = new Steps(order(2));

    @Test
    void theFirstThatBeginsIsChosenAndNoOther() {
        TaskLife life = queued();
        assertThat(life.state()).isEqualTo(TaskState.QUEUED);
        assertThat(life.undecided()).isTrue();

        TaskDecision first = decide(life, two.started());
        life = life(first);
        TaskDecision second = decide(life, one.started());

        assertThat(first).isInstanceOf(TaskDecision.Chooses.class);
        assertThat(second).isInstanceOf(TaskDecision.Goes.class);
        assertThat(List.of(life.attempt(), life(second).attempt())).containsExactly(2, 2);
        assertThat(life(second).undecided()).isFalse();
        assertThat(life(second).hedging().of().others(two.attempt())).containsExactly(one.attempt());
    }

    @Test
    void theChosenOnesEndIsTheTasksAndTheOthersIsNot() {
        TaskLife life = all(queued(), one.started(), new TaskEvent.GoGiven(one.attempt(), one.order().tenant(), one.job()));

        life = all(life, two.started(), two.finished(JobEnd.CANCELLED), two.collected(JobEnd.CANCELLED));
        assertThat(life.state()).isEqualTo(TaskState.RUNNING);
        life = all(life, one.finished(JobEnd.COMPLETED), one.collected(JobEnd.COMPLETED));

        assertThat(life.state()).isEqualTo(TaskState.SUCCEEDED);
        assertThat(life.attempt()).isEqualTo(1);
        HedgeView view = HedgeView.of(life.hedging(), 4);
        assertThat(view.chosen()).isEqualTo(1);
        assertThat(view.extraJobs()).isEqualTo(1);
        assertThat(view.copies()).extracting(HedgeView.CopyView::state)
                .containsExactly(HedgeView.CopyState.CHOSEN, HedgeView.CopyState.DROPPED);
        // the other ran 60 s without working, the chosen from its start until it was told
        double told = Duration.between(Instant.parse("2026-01-01T00:00:05Z"), AT).toSeconds();
        assertThat(view.heldNodeSeconds()).isEqualTo(4 * (60 + told));
    }

    /** Its end may be heard of before it is known that it was told, and is decided on then. */
    @Test
    void anEndThatComesBeforeTheAnswerIsKept() {
        TaskLife life = all(queued(), one.started(), one.finished(JobEnd.COMPLETED), one.collected(JobEnd.COMPLETED));
        assertThat(life.state()).isEqualTo(TaskState.COLLECTING);

        TaskLife given = all(life, new TaskEvent.GoGiven(one.attempt(), one.order().tenant(), one.job()));

        assertThat(given.state()).isEqualTo(TaskState.SUCCEEDED);
        assertThat(given.facts().outputs()).hasSize(1);
    }

    @Test
    void whoeverGaveUpDidNothingAndTheTaskIsPlacedAgain() {
        TaskLife life = all(queued(), one.started(), one.finished(JobEnd.FAILED), one.collected(JobEnd.FAILED));

        TaskDecision missed = decide(life, new TaskEvent.GoMissed(one.attempt(), one.order().tenant(), one.job(), "late"));

        assertThat(missed).isInstanceOf(TaskDecision.Retries.class);
        TaskLife again = life(missed);
        assertThat(again.state()).isEqualTo(TaskState.PLACING);
        assertThat(again.attempt()).isEqualTo(3);
        assertThat(again.retries()).isZero();
        assertThat(again.problem().reason()).isEqualTo(Reason.PLACEMENT_NOT_CHOSEN);
        assertThat(one.order().again(null).attempt()).isEqualTo(3);
        assertThat(all(again, two.started(), one.finished(JobEnd.FAILED), two.finished(JobEnd.CANCELLED)).state())
                .isEqualTo(TaskState.PLACING);
    }

    /** One that is over can not be chosen, as the work would be lost with it. */
    @Test
    void oneIsRefusedAndTheOtherDoesTheWork() {
        TaskLife life = all(TaskLife.requested(AT, false), one.placed(), two.placed(), one.staged(), two.staged(), two.submitted(),
                new TaskEvent.JobRejected(one.order(), one.placement(), Problem.of(Reason.SCHEDULER_INVALID_ACCOUNT, "no")));
        assertThat(life.state()).isEqualTo(TaskState.QUEUED);
        assertThat(life.attempt()).isEqualTo(2);

        assertThat(decide(life, two.started())).isInstanceOf(TaskDecision.Chooses.class);
    }

    @Test
    void whereAllAreOverBeforeAnyBeganTheTaskIsPlacedAgain() {
        TaskLife life = all(queued(), one.finished(JobEnd.NODE_FAIL));
        assertThat(life.state()).isEqualTo(TaskState.QUEUED);
        assertThat(decide(life, one.started())).as("it is over").isNotInstanceOf(TaskDecision.Chooses.class);

        TaskDecision last = decide(life, two.finished(JobEnd.CANCELLED));

        assertThat(last).isInstanceOf(TaskDecision.Retries.class);
        assertThat(life(last).attempt()).isEqualTo(3);
    }

    @Test
    void noneIsChosenAfterACancellation() {
        TaskLife asked = queued().cancelAsked();

        assertThat(decide(asked, one.started())).isNotInstanceOf(TaskDecision.Chooses.class);
        TaskLife early = TaskLife.requested(AT, false).cancelAsked();
        assertThat(all(early, one.placed(), two.placed()).state()).isEqualTo(TaskState.CANCELLED);
    }

    @Test
    void theWorksOwnFailureIsTriedAgainAtOnePlace() {
        TaskLife life = all(queued(), one.started(), new TaskEvent.GoGiven(one.attempt(), one.order().tenant(), one.job()),
                one.finished(JobEnd.NODE_FAIL));

        TaskDecision end = decide(life, one.collected(JobEnd.NODE_FAIL));

        assertThat(end).isInstanceOf(TaskDecision.Retries.class);
        assertThat(life(end).attempt()).isEqualTo(3);
        assertThat(life(end).retries()).isEqualTo(1);
        Steps three = new Steps(one.order().again(null));
        assertThat(all(life(end), three.all(JobEnd.COMPLETED).toArray(TaskEvent[]::new)).state()).isEqualTo(TaskState.SUCCEEDED);
    }

    /** However the news of both mix, one is chosen at most, and what is kept can be read again. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void howeverTheirNewsMixOneIsChosenAtMost(long seed) throws JsonProcessingException {
        Random random = new Random(seed);
        for (int round = 0; round < 200; round++) {
            List<TaskEvent> first = new ArrayList<>(one.all(JobEnd.values()[random.nextInt(JobEnd.values().length)]));
            List<TaskEvent> second = new ArrayList<>(two.all(JobEnd.values()[random.nextInt(JobEnd.values().length)]));
            TaskLife life = all(TaskLife.requested(AT, false), first.removeFirst(), second.removeFirst());
            int chosen = 0;
            while (!first.isEmpty() || !second.isEmpty()) {
                List<TaskEvent> from = second.isEmpty() || !first.isEmpty() && random.nextBoolean() ? first : second;
                TaskDecision decision = decide(life, from.removeFirst());
                chosen += decision instanceof TaskDecision.Chooses ? 1 : 0;
                life = life(decision, life);
                String kept = DiamondJson.json().writeValueAsString(life);
                assertThat(DiamondJson.json().readValue(kept, TaskLife.class)).isEqualTo(life);
            }
            assertThat(chosen).isEqualTo(1);
            assertThat(life.ended()).as("not before it is known whether it was told").isFalse();
        }
    }

    private TaskLife queued() {
        return all(TaskLife.requested(AT, false), one.placed(), two.placed(), one.staged(), two.staged(), one.submitted(),
                two.submitted());
    }

    private static TaskLife all(TaskLife life, TaskEvent... events) {
        TaskLife now = life;
        for (TaskEvent event : events) {
            now = life(decide(now, event), now);
        }
        return now;
    }

    private static TaskDecision decide(TaskLife life, TaskEvent event) {
        return new TaskFold(life, AT).on(event);
    }

    private static TaskLife life(TaskDecision decision) {
        return life(decision, null);
    }

    private static TaskLife life(TaskDecision decision, TaskLife before) {
        return switch (decision) {
            case TaskDecision.Ignored i -> before;
            case TaskDecision.Goes g -> g.life();
            case TaskDecision.Retries r -> r.life();
            case TaskDecision.Chooses c -> c.life();
            case TaskDecision.Ends e -> e.life();
        };
    }

    private static TaskOrder order(int number) {
        return new TaskOrder(new TaskId("t-00000001"), new TenantId("alice"), null,
                new SpecReader().readYaml("executable: /bin/true").spec(), List.of(), number, List.of(), AT, HEDGE);
    }
}
