package org.diamondhpc.discovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import java.time.Duration;
import java.util.List;
import org.diamondhpc.discovery.domain.SampleSite;
import org.diamondhpc.schemas.event.TaskEvent;
import org.diamondhpc.schemas.reason.Problem;
import org.diamondhpc.schemas.reason.Reason;
import org.diamondhpc.schemas.task.Hedge;
import org.diamondhpc.schemas.task.TaskOrder;
import org.junit.jupiter.api.Test;

/** Tasks that go to several sites at once. */
@QuarkusTest
@TestProfile(ReconsideringTest.Impatient.class)
class HedgingTest extends ServiceTest {
    @Test
    void aHedgedTaskIsPlacedAtTwoSitesAtOnce() {
        TaskOrder order = hedged();

        List<TaskEvent.TaskPlaced> placed = tasks.of(TaskEvent.TaskPlaced.class, order.task());
        assertThat(placed).extracting(p -> p.order().hedge()).containsOnly(new Hedge(1, 2, Duration.ofMinutes(2)));
        assertThat(placed).extracting(p -> p.order().attempt()).containsExactly(1, 2);
        assertThat(placed).extracting(p -> p.placement().site().value()).containsExactlyInAnyOrder("alpha", "beta");
    }

    @Test
    void oneOfThemThatIsRefusedIsNotPlacedAgainHere() {
        TaskOrder order = hedged();
        TaskEvent.TaskPlaced first = tasks.of(TaskEvent.TaskPlaced.class, order.task()).getFirst();

        publish(new TaskEvent.JobRejected(first.order(), first.placement(), Problem.of(Reason.SCHEDULER_INVALID_ACCOUNT, "no")));

        await().atMost(Duration.ofSeconds(20)).until(() -> "SCHEDULER_INVALID_ACCOUNT".equals(column(first.order(), "outcome")));
        assertThat(tasks.of(TaskEvent.TaskPlaced.class, order.task())).hasSize(2);
    }

    @Test
    void whatCameToNothingGoesToOneSite() {
        TaskOrder order = hedged();
        TaskOrder last = tasks.of(TaskEvent.TaskPlaced.class, order.task()).getLast().order();

        publish(new TaskEvent.TaskRetried(last.again(null), Problem.of(Reason.PLACEMENT_NOT_CHOSEN, "none began")));

        TaskEvent.TaskPlaced again = tasks.one(TaskEvent.TaskPlaced.class, order.task(), p -> p.order().attempt() == 3);
        assertThat(again.order().hedge()).isNull();
        assertThat(tasks.of(TaskEvent.TaskPlaced.class, order.task())).hasSize(3);
    }

    private TaskOrder hedged() {
        up(SampleSite.idle("alpha", 2, 8));
        up(SampleSite.idle("beta", 2, 8));
        TaskOrder order = request(task().policy("hedged"));
        await().atMost(Duration.ofSeconds(20)).until(() -> tasks.of(TaskEvent.TaskPlaced.class, order.task()).size() == 2);
        return order;
    }
}
