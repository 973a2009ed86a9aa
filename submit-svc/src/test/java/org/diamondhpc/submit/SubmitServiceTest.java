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
import org.diamondhpc.schemas.reason.Problem;
import org.diamondhpc.schemas.reason.Reason;
import org.diamondhpc.schemas.spec.SpecReader;
import org.diamondhpc.schemas.task.JobRef;
import org.diamondhpc.schemas.task.Placement;
import org.diamondhpc.schemas.task.Staging;
import org.diamondhpc.schemas.task.TaskOrder;
import org.diamondhpc.site.scheduler.Resolution;
import org.diamondhpc.site.scheduler.SubmitResult;
import org.diamondhpc.site.session.SiteException;
import org.junit.jupiter.api.Test;

/** The whole service over a real broker and a real database; only the site is scripted. */
@QuarkusTest
@QuarkusTestResource(DiamondTestResource.class)
class SubmitServiceTest {
    @Inject
    ScriptedDesk desk;
    @Inject
    EventPublisher events;
    @Inject
    IdSource ids;
    @Inject
    TopicListener topic;

    @Test
    void aStagedTaskBecomesOneJobHoweverOftenItsEventComes() {
        TaskOrder order = order();
        desk.answers(order, new SubmitResult.Accepted("42", Instant.now()));

        publish(staged(order), staged(order));

        var submitted = awaitNews(order, TaskEvent.JobSubmitted.class);
        assertThat(submitted.job().id()).isEqualTo("42");
        assertThat(submitted.foundBy()).isEqualTo("reply");
        settle();
        assertThat(desk.asked(order)).isEqualTo(1);
        assertThat(topic.of(order.task(), TaskEvent.JobSubmitted.class)).hasSize(1);
    }

    @Test
    void aDoubtIsToldAndTheFoundJobAdoptedWithoutAskingAgain() {
        TaskOrder order = order();
        desk.answers(order, new SubmitResult.Unconfirmed(Problem.of(Reason.SCHEDULER_UNCONFIRMED, "timed out")));
        desk.finds(order, new Resolution.NotHealthy(Problem.of(Reason.SCHEDULER_UNAVAILABLE, "frozen")),
                new Resolution.Found("77", "queue", Instant.now()));

        publish(staged(order));

        awaitNews(order, TaskEvent.SubmissionUnconfirmed.class);
        var submitted = awaitNews(order, TaskEvent.JobSubmitted.class);
        assertThat(submitted.job().id()).isEqualTo("77");
        assertThat(submitted.foundBy()).isEqualTo("queue");
        assertThat(desk.asked(order)).isEqualTo(1);
        assertThat(topic.of(order.task(), TaskEvent.SubmissionUnconfirmed.class)).hasSize(1);
    }

    @Test
    void aCutConnectionIsADoubtAndTwoEmptyLooksAllowAnotherTry() {
        TaskOrder order = order();
        desk.fails(order, SiteException.of(Reason.SITE_CONNECTION_LOST, "cut"));
        desk.finds(order, new Resolution.NotFound(List.of()), new Resolution.NotFound(List.of()),
                new Resolution.NotFound(List.of()));
        desk.answers(order, new SubmitResult.Accepted("5", Instant.now()));

        publish(staged(order));

        var submitted = awaitNews(order, TaskEvent.JobSubmitted.class);
        assertThat(submitted.tries()).isEqualTo(2);
        assertThat(desk.looked(order)).isGreaterThanOrEqualTo(2);
    }

    @Test
    void aWaitForTheSiteIsToldOnceForEachReason() {
        TaskOrder order = order();
        SubmitResult full = new SubmitResult.Refused(Problem.of(Reason.SCHEDULER_BUSY, "queue full"));
        desk.answers(order, full);
        desk.answers(order, full);
        desk.fails(order, SiteException.of(Reason.SITE_NEEDS_LOGIN, "one-time code"));
        desk.answers(order, new SubmitResult.Accepted("8", Instant.now()));

        publish(staged(order));

        awaitNews(order, TaskEvent.JobSubmitted.class);
        assertThat(topic.of(order.task(), TaskEvent.SubmissionDeferred.class))
                .extracting(d -> d.problem().reason()).containsExactly(Reason.SCHEDULER_BUSY, Reason.SITE_NEEDS_LOGIN);
    }

    @Test
    void aPermanentRefusalGoesBackToDiscovery() {
        TaskOrder order = order();
        desk.answers(order, new SubmitResult.Refused(Problem.of(Reason.SCHEDULER_INVALID_ACCOUNT, "no such account")));

        publish(staged(order));

        assertThat(awaitNews(order, TaskEvent.JobRejected.class).problem().reason())
                .isEqualTo(Reason.SCHEDULER_INVALID_ACCOUNT);
    }

    @Test
    void aTaskCancelledBeforeItIsStagedIsNeverSubmitted() {
        TaskOrder order = order();

        publish(new TaskEvent.TaskCancelRequested(order.task(), order.tenant(), "me", "why not"), staged(order));

        awaitNews(order, TaskEvent.TaskCancelled.class);
        assertThat(desk.asked(order)).isZero();
    }

    @Test
    void aTaskCancelledAfterSubmissionHasItsJobCancelled() {
        TaskOrder order = order();
        desk.answers(order, new SubmitResult.Accepted("90", Instant.now()));
        publish(staged(order));
        awaitNews(order, TaskEvent.JobSubmitted.class);

        publish(new TaskEvent.TaskCancelRequested(order.task(), order.tenant(), "me", "why not"));

        await().atMost(Duration.ofSeconds(20)).until(() -> desk.cancelled("90"));
    }

    @Test
    void aCancellationDuringADoubtWithNothingFoundFencesTheAttemptOff() {
        TaskOrder order = order();
        desk.answers(order, new SubmitResult.Unconfirmed(Problem.of(Reason.SCHEDULER_UNCONFIRMED, "timed out")));
        desk.finds(order, new Resolution.NotFound(List.of()), new Resolution.NotFound(List.of()),
                new Resolution.NotFound(List.of()));
        desk.fences(order, Optional.empty());

        publish(staged(order), new TaskEvent.TaskCancelRequested(order.task(), order.tenant(), "me", "why not"));

        awaitNews(order, TaskEvent.TaskCancelled.class);
        assertThat(desk.fenced(order) || desk.asked(order) == 0).as("fenced, or cancelled before it began").isTrue();
    }

    @Test
    void aSecondJobOfTheAttemptIsCancelled() {
        TaskOrder order = order();
        desk.answers(order, new SubmitResult.Accepted("1000", Instant.now()));
        publish(staged(order));
        JobRef recorded = awaitNews(order, TaskEvent.JobSubmitted.class).job();

        publish(new TaskEvent.JobIdentified(order.attemptId(), order.tenant(),
                new JobRef(recorded.site(), "999", Instant.now()), recorded));

        await().atMost(Duration.ofSeconds(20)).until(() -> desk.cancelled("1000"));
        assertThat(desk.cancelled("999")).isFalse();
    }

    private void publish(TaskEvent... all) {
        QuarkusTransaction.requiringNew().run(() -> {
            for (TaskEvent event : all) {
                events.publish(event);
            }
        });
    }

    private <E extends TaskEvent> E awaitNews(TaskOrder order, Class<E> type) {
        await().atMost(Duration.ofSeconds(30)).until(() -> !topic.of(order.task(), type).isEmpty());
        return topic.of(order.task(), type).getFirst();
    }

    /** Long enough for a wrong second submission to show. */
    private static void settle() {
        await().pollDelay(Duration.ofSeconds(2)).until(() -> true);
    }

    private TaskOrder order() {
        return new TaskOrder(ids.task(), new TenantId("demo"), null,
                new SpecReader().readYaml("executable: /bin/true").spec(), null, 1, null, Instant.now());
    }

    private static TaskEvent.InputsStaged staged(TaskOrder order) {
        Placement placement = new Placement(new SiteId("alpha"), "slurm", "alice", "batch", null, null, null, null,
                null, "fastest", "", null, Instant.now());
        return new TaskEvent.InputsStaged(order, placement, Staging.nothing());
    }
}
