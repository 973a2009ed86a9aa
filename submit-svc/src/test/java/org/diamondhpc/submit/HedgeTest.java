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
import org.diamondhpc.messaging.domain.EventPublisher;
import org.diamondhpc.messaging.testing.DiamondTestResource;
import org.diamondhpc.schemas.event.TaskEvent;
import org.diamondhpc.schemas.id.IdSource;
import org.diamondhpc.schemas.id.SiteId;
import org.diamondhpc.schemas.id.TenantId;
import org.diamondhpc.schemas.reason.Reason;
import org.diamondhpc.schemas.spec.SpecReader;
import org.diamondhpc.schemas.task.Hedge;
import org.diamondhpc.schemas.task.JobRef;
import org.diamondhpc.schemas.task.Placement;
import org.diamondhpc.schemas.task.Staging;
import org.diamondhpc.schemas.task.TaskOrder;
import org.diamondhpc.site.scheduler.SubmitResult;
import org.diamondhpc.site.session.SiteException;
import org.junit.jupiter.api.Test;

/** Several attempts of a task at once, over a real broker and a real database; only the site is scripted. */
@QuarkusTest
@QuarkusTestResource(DiamondTestResource.class)
class HedgeTest {
    private static final Hedge HEDGE = new Hedge(1, 2, Duration.ofMinutes(2));

    @Inject
    ScriptedDesk desk;
    @Inject
    EventPublisher events;
    @Inject
    IdSource ids;
    @Inject
    TopicListener topic;

    @Test
    void theChosenOneIsToldAndTheOtherCancelled() {
        TaskOrder first = order().hedged(HEDGE, 1);
        TaskOrder second = first.hedged(HEDGE, 2);
        submitted(first, "400", second, "401");
        desk.hears(second, SiteException.of(Reason.SITE_UNREACHABLE, "away"), true);

        publish(chosen(second, "401"), chosen(second, "401"));

        assertThat(awaitNews(first, TaskEvent.GoGiven.class).attempt()).isEqualTo(second.attemptId());
        await().atMost(Duration.ofSeconds(20)).until(() -> desk.cancelled("400"));
        assertThat(desk.cancelled("401")).isFalse();
        assertThat(desk.told(second)).containsExactly(true, true);
        assertThat(desk.told(first)).isEmpty();
        assertThat(topic.of(first.task(), TaskEvent.GoGiven.class)).hasSize(1);
    }

    @Test
    void oneThatIsNotSubmittedYetNeverIs() {
        TaskOrder first = order().hedged(HEDGE, 1);
        TaskOrder second = first.hedged(HEDGE, 2);
        desk.answers(first, new SubmitResult.Accepted("410", Instant.now()));
        publish(staged(first, "alpha"));
        awaitNews(first, TaskEvent.JobSubmitted.class);
        desk.hears(first, true);

        publish(chosen(first, "410"), staged(second, "beta"));

        awaitNews(first, TaskEvent.GoGiven.class);
        await().pollDelay(Duration.ofSeconds(1)).until(() -> true);
        assertThat(desk.asked(first)).isOne();
        assertThat(topic.of(first.task(), TaskEvent.TaskCancelled.class)).isEmpty();
    }

    @Test
    void aJobThatGaveUpIsSaidSo() {
        TaskOrder first = order().hedged(HEDGE, 1);
        submitted(first, "420", first.hedged(HEDGE, 2), "421");
        desk.hears(first, false);

        publish(chosen(first, "420"));

        assertThat(awaitNews(first, TaskEvent.GoMissed.class).why()).contains("given up");
        desk.answers(first, new SubmitResult.Accepted("422", Instant.now()));
        publish(staged(first.again(null), "beta"));
        await().atMost(Duration.ofSeconds(20)).until(() -> topic.of(first.task(), TaskEvent.JobSubmitted.class).size() == 3);
        assertThat(desk.cancelled("422")).isFalse();
    }

    @Test
    void aCancellationStopsThemAllAndNoneIsLetGo() {
        TaskOrder first = order().hedged(HEDGE, 1);
        submitted(first, "430", first.hedged(HEDGE, 2), "431");
        desk.hears(first, false);

        publish(new TaskEvent.TaskCancelRequested(first.task(), first.tenant(), "me", "why not"), chosen(first, "430"));

        await().atMost(Duration.ofSeconds(20)).until(() -> desk.cancelled("430") && desk.cancelled("431"));
        assertThat(awaitNews(first, TaskEvent.GoMissed.class).why()).contains("cancelled");
        assertThat(desk.told(first)).containsExactly(false);
        assertThat(topic.of(first.task(), TaskEvent.TaskCancelled.class)).isEmpty();
    }

    private void submitted(TaskOrder first, String job, TaskOrder second, String other) {
        desk.answers(first, new SubmitResult.Accepted(job, Instant.now()));
        publish(staged(first, "alpha"));
        awaitNews(first, TaskEvent.JobSubmitted.class);
        desk.answers(second, new SubmitResult.Accepted(other, Instant.now()));
        publish(staged(second, "beta"));
        await().atMost(Duration.ofSeconds(20)).until(() -> topic.of(first.task(), TaskEvent.JobSubmitted.class).size() == 2);
    }

    private static TaskEvent chosen(TaskOrder order, String job) {
        return new TaskEvent.AttemptChosen(order.attemptId(), order.tenant(),
                new JobRef(new SiteId(order.attempt() == 1 ? "alpha" : "beta"), job, Instant.now()), HEDGE.others(order.attemptId()));
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

    private static TaskEvent staged(TaskOrder order, String site) {
        return new TaskEvent.InputsStaged(order, at(site), Staging.nothing());
    }

    private static Placement at(String site) {
        return new Placement(new SiteId(site), "slurm", "alice", "batch", null, null, null, null, null, "hedged", "", null,
                Instant.now());
    }
}
