package org.diamondhpc.gateway.wake;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.transaction.Transactional;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import org.diamondhpc.gateway.task.TaskView;
import org.diamondhpc.gateway.task.Tasks;
import org.diamondhpc.gateway.wake.domain.Attention;
import org.diamondhpc.messaging.Work;
import org.diamondhpc.messaging.WorkHandler;
import org.diamondhpc.messaging.WorkOutcome;
import org.diamondhpc.schemas.id.TaskId;
import org.diamondhpc.schemas.task.TaskState;

/** Looks at a task when it may have waited too long or be about to reach its limit, while somebody sleeps for it. */
@ApplicationScoped
class AttentionHandler implements WorkHandler<AttentionHandler.Look> {
    static final String KIND = "task-attention";
    static final String LANE = "attention";

    private final WaitRows rows;
    private final Waking waking;
    private final Watching watching;
    private final Tasks tasks;
    private final Clock clock;

    AttentionHandler(WaitRows rows, Waking waking, Watching watching, Tasks tasks, Clock clock) {
        this.rows = rows;
        this.waking = waking;
        this.watching = watching;
        this.tasks = tasks;
        this.clock = clock;
    }

    /** Which task, and what it was doing when the time was set. */
    record Look(String task, TaskState state, int attempt) {
        static Look at(TaskView task) {
            return new Look(task.id().value(), task.state(), task.attempt());
        }

        /** A row of its own for each, so that none is lost while the one before is being worked. */
        String key() {
            return task + "." + attempt + "/" + state;
        }

        boolean still(TaskView now) {
            return now.state() == state && now.attempt() == attempt;
        }
    }

    @Override
    public String kind() {
        return KIND;
    }

    @Override
    public Class<Look> payload() {
        return Look.class;
    }

    @Override
    public WorkOutcome work(Work<Look> work) {
        Look look = work.payload();
        Instant next = next(look);
        return next == null ? WorkOutcome.done(() -> look(look)) : WorkOutcome.again(next, "not yet");
    }

    /** Null where the time has come, the task went on, or nobody sleeps for it any more. */
    @Transactional
    Instant next(Look look) {
        return rows.watching(look.task()).isEmpty() ? null : tasks.watched(new TaskId(look.task()))
                .filter(w -> look.still(w.task())).map(w -> watching.next(w.task(), w.limit(), clock.instant()))
                .orElse(null);
    }

    private void look(Look look) {
        tasks.watched(new TaskId(look.task())).filter(w -> look.still(w.task())).ifPresent(w -> {
            List<Attention.Raised> alarms = watching.alarms(w.task(), w.limit(), clock.instant());
            waking.take(List.of(Waking.News.of(alarms.isEmpty() ? List.of() : rows.watching(look.task()), alarms)));
        });
    }
}
