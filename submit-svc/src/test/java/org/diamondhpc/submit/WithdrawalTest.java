package org.diamondhpc.submit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.quarkus.narayana.jta.QuarkusTransaction;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.diamondhpc.messaging.domain.EventPublisher;
import org.diamondhpc.messaging.testing.DiamondTestResource;
import org.diamondhpc.schemas.event.TaskEvent;
import org.diamondhpc.schemas.id.IdSource;
import org.diamondhpc.schemas.id.SiteId;
import org.diamondhpc.schemas.id.TenantId;
import org.diamondhpc.schemas.reason.Reason;
import org.diamondhpc.schemas.spec.SpecReader;
import org.diamondhpc.schemas.task.Placement;
import org.diamondhpc.schemas.task.Staging;
import org.diamondhpc.schemas.task.TaskOrder;
import org.diamondhpc.site.scheduler.Observation;
import org.diamondhpc.site.scheduler.SubmitResult;
import org.diamondhpc.site.session.SiteException;
import org.junit.jupiter.api.Test;

/** Withdrawing a waiting job over a real broker and a real database; only the site is scripted. */
@QuarkusTest
@QuarkusTestResource(DiamondTestResource.class)
class WithdrawalTest {
    private static final Observation WAITS = new Observation.Pending("Priority", "others go first", null);

    @Inject
    ScriptedDesk desk;
    @Inject
    EventPublisher events;
    @Inject
    IdSource ids;
    @Inject
    TopicListener topic;

    @Test
    void aWaitingJobIsWithdrawnAndTheNextAttemptSubmitted() {
        TaskOrder order = submitted("300");
        desk.observes(order, WAITS);
        desk.fences(order, Optional.empty());

        publish(reconsidered(order));

        assertThat(awaitNews(order, TaskEvent.JobWithdrawn.class).job().id()).isEqualTo("300");
        await().atMost(Duration.ofSeconds(20)).until(() -> desk.cancelled("300"));
        desk.answers(order, new SubmitResult.Accepted("301", Instant.now()));
        publish(staged(order.again(null), "beta"));
        await().atMost(Duration.ofSeconds(20)).until(() -> topic.of(order.task(), TaskEvent.JobSubmitted.class).size() == 2);
        assertThat(topic.of(order.task(), TaskEvent.PlacementKept.class)).isEmpty();
        assertThat(desk.cancelled("301")).isFalse();
    }

    @Test
    void aJobThatClaimedItsAttemptAfterTheLookStays() {
        TaskOrder order = submitted("310");
        desk.observes(order, WAITS);
        desk.fences(order, Optional.of("310"));

        publish(reconsidered(order));

        assertThat(awaitNews(order, TaskEvent.PlacementKept.class).why()).contains("begun");
        assertNothingWasDone(order, "310");
    }

    @Test
    void aJobThatRunsIsNotEvenClaimed() {
        TaskOrder order = submitted("320");
        desk.observes(order, new Observation.Running(Instant.now(), List.of("a001")));

        publish(reconsidered(order));

        awaitNews(order, TaskEvent.PlacementKept.class);
        assertThat(desk.fenced(order)).isFalse();
        assertNothingWasDone(order, "320");
    }

    @Test
    void aConnectionCutAtTheClaimIsAskedAgainAndTheJobWithdrawnOnce() {
        TaskOrder order = submitted("330");
        desk.observes(order, SiteException.of(Reason.SITE_UNREACHABLE, "away"), WAITS,
                new Observation.Running(Instant.now(), List.of()));
        desk.cutsTheNextFence(order);
        desk.fences(order, Optional.empty());

        publish(reconsidered(order), reconsidered(order));

        awaitNews(order, TaskEvent.JobWithdrawn.class);
        await().pollDelay(Duration.ofSeconds(1)).until(() -> true);
        assertThat(topic.of(order.task(), TaskEvent.JobWithdrawn.class)).hasSize(1);
    }

    @Test
    void aCancellationThatComesFirstGoesBeforeTheMove() {
        TaskOrder order = submitted("340");

        publish(new TaskEvent.TaskCancelRequested(order.task(), order.tenant(), "me", "why not"), reconsidered(order));

        awaitNews(order, TaskEvent.PlacementKept.class);
        await().atMost(Duration.ofSeconds(20)).until(() -> desk.cancelled("340"));
        assertThat(topic.of(order.task(), TaskEvent.JobWithdrawn.class)).isEmpty();
    }

    @Test
    void whereThereIsNoJobTheMoveIsDropped() {
        TaskOrder order = order();

        publish(reconsidered(order));

        awaitNews(order, TaskEvent.PlacementKept.class);
    }

    private void assertNothingWasDone(TaskOrder order, String job) {
        await().pollDelay(Duration.ofMillis(500)).until(() -> true);
        assertThat(topic.of(order.task(), TaskEvent.JobWithdrawn.class)).isEmpty();
        assertThat(desk.cancelled(job)).isFalse();
    }

    private TaskOrder submitted(String job) {
        TaskOrder order = order();
        desk.answers(order, new SubmitResult.Accepted(job, Instant.now()));
        publish(staged(order, "alpha"));
        awaitNews(order, TaskEvent.JobSubmitted.class);
        return order;
    }

    private void publish(TaskEvent... all) {
        QuarkusTransaction.requiringNew().run(() -> List.of(all).forEach(events::publish));
    }

    private <E extends TaskEvent> E awaitNews(TaskOrder order, Class<E> type) {
        await().atMost(Duration.ofSeconds(30)).until(() -> !topic.of(order.task(), type).isEmpty());
        return topic.of(order.task(), type).getFirst();
    }

    private TaskOrder order() {
        return new TaskOrder(ids.task(), new TenantId("demo"), null,
                new SpecReader().readYaml("executable: /bin/true").spec(), null, 1, null, Instant.now());
    }

    private static TaskEvent reconsidered(TaskOrder order) {
        return new TaskEvent.PlacementReconsidered(order, at("alpha"), at("beta"), Duration.ofHours(2), Duration.ofHours(1),
                Duration.ofMinutes(9), "done sooner there");
    }

    private static TaskEvent staged(TaskOrder order, String site) {
        return new TaskEvent.InputsStaged(order, at(site), Staging.nothing());
    }

    private static Placement at(String site) {
        return new Placement(new SiteId(site), "slurm", "alice", "batch", null, null, null, null, null, "fastest", "", null,
                Instant.now());
    }
}
