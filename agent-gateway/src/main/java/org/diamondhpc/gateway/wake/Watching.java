package org.diamondhpc.gateway.wake;

import jakarta.inject.Singleton;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Supplier;
import org.diamondhpc.gateway.GatewayConfig;
import org.diamondhpc.gateway.task.TaskView;
import org.diamondhpc.gateway.task.domain.PastAttempt;
import org.diamondhpc.gateway.wake.domain.Attention;
import org.diamondhpc.messaging.NewWork;
import org.diamondhpc.messaging.WorkQueue;
import org.diamondhpc.schemas.task.Placement;
import org.diamondhpc.schemas.task.Prediction;
import org.diamondhpc.schemas.task.TaskState;

/** Looks at tasks with the rules of {@link Attention}, and again at the time they name. */
@Singleton
class Watching {
    private final Attention rules;
    private final WorkQueue work;

    Watching(GatewayConfig config, WorkQueue work) {
        GatewayConfig.Attention a = config.attention();
        this.rules = new Attention(new Attention.Patience(a.stallFactor(), a.stallMinimum(), a.limitShare(),
                a.limitMinimum()));
        this.work = work;
    }

    List<Attention.Raised> alarms(TaskView task, Supplier<Duration> limit, Instant now) {
        return rules.standing(watched(task, limit), now);
    }

    /** When the task is to be looked at again; null: never. */
    Instant next(TaskView task, Supplier<Duration> limit, Instant now) {
        return rules.next(watched(task, limit), now).orElse(null);
    }

    /** Somebody sleeps for the task; one row for what it is doing, however many do. */
    void follow(TaskView task, Supplier<Duration> limit, Instant now) {
        AttentionHandler.Look look = AttentionHandler.Look.at(task);
        Instant next = next(task, limit, now);
        if (next != null && !work.enqueue(new NewWork(AttentionHandler.KIND, look.key(), AttentionHandler.LANE, look,
                next))) {
            work.hasten(AttentionHandler.KIND, look.key(), next);
        }
    }

    private static Attention.Watched watched(TaskView t, Supplier<Duration> limit) {
        Placement placement = t.placement();
        Prediction prediction = placement == null ? null : placement.prediction();
        PastAttempt last = t.attempts().isEmpty() ? null : t.attempts().getLast();
        return new Attention.Watched(t.id(), t.state(), t.attempt(), placement == null ? null : placement.site(),
                t.timings().submittedAt(), t.timings().startedAt(),
                prediction == null ? null : prediction.waiting(),
                t.state() == TaskState.RUNNING ? limit.get() : null,
                t.pending() == null ? null : t.pending().reason(),
                t.pending() == null ? null : t.pending().explanation(), t.problem(),
                last == null ? null : new Attention.Last(last.number(), last.end(), last.problem()));
    }
}
