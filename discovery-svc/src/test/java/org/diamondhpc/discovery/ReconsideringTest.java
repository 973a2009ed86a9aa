package org.diamondhpc.discovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.QuarkusTestProfile;
import io.quarkus.test.junit.TestProfile;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.diamondhpc.discovery.domain.SampleSite;
import org.diamondhpc.discovery.domain.SampleTask;
import org.diamondhpc.schemas.event.TaskEvent;
import org.diamondhpc.schemas.id.SiteId;
import org.diamondhpc.schemas.task.JobRef;
import org.diamondhpc.schemas.task.Placement;
import org.diamondhpc.schemas.task.Staging;
import org.diamondhpc.schemas.task.TaskOrder;
import org.junit.jupiter.api.Test;

/** Tasks that wait in a queue while another site becomes free. */
@QuarkusTest
@TestProfile(ReconsideringTest.Impatient.class)
class ReconsideringTest extends ServiceTest {
    @Test
    void aWaitingTaskIsMovedOnceItsJobIsWithdrawn() {
        TaskOrder order = waitingAtAlpha(task().reconsider(true), "71");

        up(SampleSite.idle("beta", 2, 8));

        TaskEvent.PlacementReconsidered move = tasks.one(TaskEvent.PlacementReconsidered.class, order.task());
        assertThat(move.order()).isEqualTo(order);
        assertThat(move.from().site()).isEqualTo(new SiteId("alpha"));
        assertThat(move.from().user()).isEqualTo("user");
        assertThat(move.to().site()).isEqualTo(new SiteId("beta"));
        assertThat(move.gain()).isGreaterThan(Duration.ofHours(1));
        assertThat(move.why()).contains("alpha:main", "beta:main", "sooner");
        sleep(Duration.ofSeconds(3));
        assertThat(tasks.of(TaskEvent.TaskPlaced.class, order.task())).as("placed before its job is withdrawn").hasSize(1);

        publish(new TaskEvent.JobWithdrawn(order, move.from(), job("71")));

        TaskEvent.TaskPlaced again = tasks.one(TaskEvent.TaskPlaced.class, order.task(), p -> p.order().attempt() == 2);
        assertThat(again.placement().site()).isEqualTo(new SiteId("beta"));
        assertThat(column(order, "outcome")).isEqualTo("WITHDRAWN");
        assertThat(tasks.of(TaskEvent.PlacementReconsidered.class, order.task())).hasSize(1);
    }

    @Test
    void aTaskThatIsCancelledWhileItIsMovedIsNotPlacedAgain() {
        TaskOrder order = waitingAtAlpha(task().reconsider(true), "72");
        up(SampleSite.idle("beta", 2, 8));
        Placement from = tasks.one(TaskEvent.PlacementReconsidered.class, order.task()).from();

        publish(new TaskEvent.TaskCancelRequested(order.task(), order.tenant(), "me", "why not"));
        publish(new TaskEvent.JobWithdrawn(order, from, job("72")));

        tasks.one(TaskEvent.TaskCancelled.class, order.task());
        assertThat(tasks.of(TaskEvent.TaskPlaced.class, order.task())).hasSize(1);
    }

    @Test
    void whereTheOtherPlaceIsGoneMeanwhileItIsPlacedWhereItWas() {
        TaskOrder order = waitingAtAlpha(task().reconsider(true), "73");
        up(SampleSite.idle("beta", 2, 8));
        Placement from = tasks.one(TaskEvent.PlacementReconsidered.class, order.task()).from();
        sites.remove("beta");
        await().atMost(Duration.ofSeconds(30)).until(() -> count("site_state") == 1);
        sleep(Duration.ofSeconds(1));

        publish(new TaskEvent.JobWithdrawn(order, from, job("73")));

        TaskEvent.TaskPlaced again = tasks.one(TaskEvent.TaskPlaced.class, order.task(), p -> p.order().attempt() == 2);
        assertThat(again.placement().site()).isEqualTo(new SiteId("alpha"));
    }

    @Test
    void aTaskThatStaysIsLeftAloneForAWhile() {
        TaskOrder order = waitingAtAlpha(task().reconsider(true), "74");
        up(SampleSite.idle("beta", 2, 8));
        Placement from = tasks.one(TaskEvent.PlacementReconsidered.class, order.task()).from();

        publish(new TaskEvent.PlacementKept(order, from, "its job had begun"));

        sleep(Duration.ofSeconds(4));
        assertThat(tasks.of(TaskEvent.PlacementReconsidered.class, order.task())).hasSize(1);
        assertThat(tasks.of(TaskEvent.TaskPlaced.class, order.task())).hasSize(1);
        assertThat(column(order, "moving")).isEqualTo(false);
    }

    /** Behind the first the second would wait there longer than where it is. */
    @Test
    void theRoomThatAMoveTakesIsNotPromisedTwice() {
        TaskOrder first = waitingAtAlpha(task().cores(8).duration(Duration.ofHours(8)).reconsider(true), "75");
        TaskOrder second = waitingAtAlpha(task().cores(8).duration(Duration.ofHours(8)).reconsider(true), "76");
        sites.put(alpha(2, "75", "76").snapshot());

        up(SampleSite.idle("beta", 1, 8));

        await().atMost(Duration.ofSeconds(30)).until(() -> moves(first) + moves(second) == 1);
        sleep(Duration.ofSeconds(4));
        assertThat(moves(first) + moves(second)).isEqualTo(1);
    }

    @Test
    void aTaskThatDoesNotWantItIsNotMoved() {
        TaskOrder order = waitingAtAlpha(task(), "77");

        up(SampleSite.idle("beta", 2, 8));

        tasks.one(TaskEvent.PlacementImproved.class, order.task());
        assertThat(moves(order)).isZero();
    }

    private int moves(TaskOrder order) {
        return tasks.of(TaskEvent.PlacementReconsidered.class, order.task()).size();
    }

    /** Placed at the only site there is, where a job runs for hours, and waits there now. */
    private TaskOrder waitingAtAlpha(SampleTask task, String job) {
        up(alpha());
        TaskOrder order = request(task);
        Placement placement = tasks.one(TaskEvent.TaskPlaced.class, order.task()).placement();
        publish(new TaskEvent.InputsStaged(order, placement, Staging.nothing()));
        publish(new TaskEvent.JobSubmitted(order, placement, job(job), "reply", 1));
        await().atMost(Duration.ofSeconds(20)).until(() -> job.equals(column(order, "job")));
        sites.put(alpha(job).snapshot());
        return order;
    }

    private static SampleSite alpha(String... waiting) {
        return alpha(1, waiting);
    }

    /** All its nodes are taken by one job for six hours. */
    private static SampleSite alpha(int nodes, String... waiting) {
        SampleSite alpha = SampleSite.idle("alpha", nodes, 8).running("1", "main", 8, Duration.ofHours(6), Duration.ZERO,
                SampleSite.names("a", nodes).toArray(String[]::new));
        for (String job : waiting) {
            alpha.waiting(job, "main", 1, 8, Duration.ofHours(8), 100);
        }
        return alpha;
    }

    private static JobRef job(String id) {
        return new JobRef(new SiteId("alpha"), id, Instant.now());
    }

    /** Waiting tasks are compared at once and often, and tasks may be hedged. */
    public static class Impatient implements QuarkusTestProfile {
        @Override
        public Map<String, String> getConfigOverrides() {
            return Map.of("diamond.sites.poll", "200ms", "diamond.placing.improving.every", "1s",
                    "diamond.placing.improving.patience", "1s", "diamond.placing.reconsider.patience", "1s",
                    "diamond.placing.hedge.copies", "2");
        }
    }
}
