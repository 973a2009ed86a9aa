package org.diamondhpc.monitor.work;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.quarkus.narayana.jta.QuarkusTransaction;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.diamondhpc.messaging.domain.EventPublisher;
import org.diamondhpc.messaging.testing.DiamondTestResource;
import org.diamondhpc.schemas.event.TaskEvent;
import org.diamondhpc.schemas.id.IdSource;
import org.diamondhpc.schemas.id.SiteId;
import org.diamondhpc.schemas.id.TenantId;
import org.diamondhpc.schemas.reason.Reason;
import org.diamondhpc.schemas.spec.SpecReader;
import org.diamondhpc.schemas.task.JobEnd;
import org.diamondhpc.schemas.task.JobOutcome;
import org.diamondhpc.schemas.task.JobRef;
import org.diamondhpc.schemas.task.Placement;
import org.diamondhpc.schemas.task.TaskOrder;
import org.diamondhpc.site.scheduler.Hint;
import org.diamondhpc.site.scheduler.Observation;
import org.diamondhpc.site.session.SiteException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The whole service over a real broker and a real database; only the site is scripted. */
@QuarkusTest
@QuarkusTestResource(DiamondTestResource.class)
class MonitorServiceTest {
    @Inject
    ScriptedEyes eyes;
    @Inject
    EventPublisher events;
    @Inject
    IdSource ids;
    @Inject
    TopicListener topic;

    @AfterEach
    void heal() {
        eyes.trouble(null);
    }

    @Test
    void aJobsLifeIsToldStepByStepAndEndsOnce() {
        TaskOrder order = submitted("1");
        awaitNews(order, TaskEvent.JobPending.class);
        eyes.see(order.attemptId(), new Observation.Running(Instant.now(), List.of("a001")));
        awaitNews(order, TaskEvent.JobStarted.class);

        eyes.hint(new Hint.Exited(order.attemptId(), "1", OptionalInt.empty(), 0, Instant.now(), List.of()));

        assertThat(awaitNews(order, TaskEvent.JobFinished.class).outcome().end()).isEqualTo(JobEnd.COMPLETED);
        awaitNews(order, TaskEvent.JobAccounted.class);
        assertThat(topic.of(order.task(), TaskEvent.JobFinished.class)).hasSize(1);
    }

    @Test
    void aHintThatCameBeforeTheJobWasKnownIsNotLost() {
        submitted("2");
        await().atMost(Duration.ofSeconds(20)).until(eyes::following);
        TaskOrder order = order();
        eyes.hint(new Hint.Started(order.attemptId(), "3", OptionalInt.empty(), Instant.now(), List.of("a001")));
        eyes.hint(new Hint.Exited(order.attemptId(), "3", OptionalInt.empty(), 0, Instant.now(), List.of()));
        await().pollDelay(Duration.ofMillis(300)).until(() -> true);

        submit(order, "3");

        awaitNews(order, TaskEvent.JobFinished.class);
    }

    @Test
    void aSiteThatCannotBeLookedAtChangesNothingUntilItAnswersAgain() {
        eyes.trouble(SiteException.of(Reason.SITE_UNREACHABLE, "no route"));
        TaskOrder order = submitted("4");
        int before = eyes.looks();
        await().atMost(Duration.ofSeconds(30)).until(() -> eyes.looks() > before);
        assertThat(topic.of(order.task(), TaskEvent.JobFinished.class)).isEmpty();

        eyes.see(order.attemptId(), new Observation.Running(Instant.now(), List.of("a001")));
        eyes.trouble(null);

        awaitNews(order, TaskEvent.JobStarted.class);
    }

    @Test
    void aJobThatNobodyKnowsIsLostWithItsEvidence() {
        TaskOrder order = order();
        eyes.see(order.attemptId(), new Observation.Absent(List.of("not in the queue", "accounting is off")));
        submit(order, "5");

        var outcome = awaitNews(order, TaskEvent.JobFinished.class).outcome();

        assertThat(outcome.end()).isEqualTo(JobEnd.LOST);
        assertThat(outcome.evidence()).contains("accounting is off");
    }

    @Test
    void theEndOfAJobThatIsWithdrawnIsNotTold() {
        TaskOrder order = submitted("6");
        awaitNews(order, TaskEvent.JobPending.class);
        say(reconsidered(order));
        await().pollDelay(Duration.ofSeconds(2)).until(() -> true);

        eyes.see(order.attemptId(), new Observation.Ended(new JobOutcome(JobEnd.CANCELLED, null, null, "CANCELLED", null, null,
                Instant.now(), null, null, null), null));
        int before = eyes.looks();
        await().atMost(Duration.ofSeconds(30)).until(() -> eyes.looks() > before + 1);
        say(new TaskEvent.JobWithdrawn(order, alpha(), new JobRef(new SiteId("alpha"), "6", Instant.now())));
        await().pollDelay(Duration.ofSeconds(3)).until(() -> true);

        assertThat(topic.of(order.task(), TaskEvent.JobFinished.class)).isEmpty();
    }

    @Test
    void aJobThatStaysIsToldOfAgain() {
        TaskOrder order = submitted("8");
        awaitNews(order, TaskEvent.JobPending.class);
        say(reconsidered(order));
        await().pollDelay(Duration.ofSeconds(2)).until(() -> true);
        eyes.see(order.attemptId(), new Observation.Running(Instant.now(), List.of("a001")));

        say(new TaskEvent.PlacementKept(order, alpha(), "its job had begun"));

        awaitNews(order, TaskEvent.JobStarted.class);
    }

    private void say(TaskEvent event) {
        QuarkusTransaction.requiringNew().run(() -> events.publish(event));
    }

    private static TaskEvent reconsidered(TaskOrder order) {
        return new TaskEvent.PlacementReconsidered(order, alpha(), alpha(), Duration.ofHours(2), Duration.ofHours(1),
                Duration.ofMinutes(9), "done sooner there");
    }

    private static Placement alpha() {
        return new Placement(new SiteId("alpha"), "slurm", "alice", "batch", null, null, null, null, null, "fastest", "", null,
                Instant.now());
    }

    @Test
    void manyJobsAreOneLook() {
        List<TaskOrder> orders = IntStream.range(0, 200).mapToObj(i -> submitted("1" + i)).toList();
        orders.forEach(o -> awaitNews(o, TaskEvent.JobPending.class));
        int before = eyes.looks();

        await().pollDelay(Duration.ofSeconds(4)).until(() -> true);

        assertThat(eyes.looks() - before).as("looks in 4 s at a pace of 0.5 to 2 s").isBetween(1, 9);
    }

    private TaskOrder submitted(String jobId) {
        TaskOrder order = order();
        submit(order, jobId);
        return order;
    }

    private void submit(TaskOrder order, String jobId) {
        say(new TaskEvent.JobSubmitted(order, alpha(), new JobRef(new SiteId("alpha"), jobId, Instant.now()), "reply", 1));
    }

    private <E extends TaskEvent> E awaitNews(TaskOrder order, Class<E> type) {
        await().atMost(Duration.ofSeconds(40)).until(() -> !topic.of(order.task(), type).isEmpty());
        return topic.of(order.task(), type).getFirst();
    }

    private TaskOrder order() {
        return new TaskOrder(ids.task(), new TenantId("demo"), null,
                new SpecReader().readYaml("executable: /bin/true").spec(), null, 1, null, Instant.now());
    }
}
