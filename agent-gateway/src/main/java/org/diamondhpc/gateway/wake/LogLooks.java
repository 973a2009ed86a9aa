package org.diamondhpc.gateway.wake;

import jakarta.enterprise.context.ApplicationScoped;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.diamondhpc.gateway.task.TaskView;
import org.diamondhpc.gateway.task.Tasks;
import org.diamondhpc.gateway.wake.domain.Condition;
import org.diamondhpc.gateway.wake.domain.LogTerms;
import org.diamondhpc.gateway.wake.domain.Verdict;
import org.diamondhpc.messaging.NewWork;
import org.diamondhpc.messaging.WorkQueue;
import org.diamondhpc.schemas.task.TaskState;

/** Has streams looked into while a task may print and somebody waits for a line; a start and an end are events. */
@ApplicationScoped
class LogLooks {
    private static final Set<Condition.Kind> LOGS = EnumSet.of(Condition.Kind.LOG_MATCHED);

    private final WaitRows rows;
    private final Waking waking;
    private final WorkQueue work;
    private final Clock clock;

    LogLooks(WaitRows rows, Waking waking, WorkQueue work, Clock clock) {
        this.rows = rows;
        this.waking = waking;
        this.work = work;
        this.clock = clock;
    }

    /** A new wait. */
    void follow(String wait, List<Tasks.Watched> tasks) {
        rows.items(wait).stream().filter(i -> i.open() && i.kind() == Condition.Kind.LOG_MATCHED).forEach(item ->
                tasks.stream().filter(w -> w.task().id().value().equals(item.subject) && prints(w.task()))
                        .findFirst().ifPresent(w -> look(item, w.task())));
    }

    /** The task started or ended; one that ended is looked into once more, at once. */
    void follow(TaskView task) {
        String subject = task.id().value();
        if (task.placement() == null) {
            waking.take(List.of(Waking.News.of(rows.watching(subject), (row, item) -> item.subject.equals(subject)
                    && item.kind() == Condition.Kind.LOG_MATCHED ? new Verdict(false, News.said(task)) : null)));
        } else {
            rows.open(subject, LOGS).forEach(item -> look(item, task));
        }
    }

    private void look(WaitItemRow item, TaskView task) {
        LogHandler.Look look = new LogHandler.Look(item.waitId, item.subject, item.which, task.attempt(),
                item.terms(LogTerms.class), 0L, null, 0);
        String key = item.waitId + "/" + item.subject + "." + task.attempt() + "/"
                + UUID.nameUUIDFromBytes(item.which.getBytes(StandardCharsets.UTF_8));
        Instant now = clock.instant();
        if (!work.enqueue(new NewWork(LogHandler.KIND, key, task.placement().site() + "/logs", look, now))) {
            work.hasten(LogHandler.KIND, key, now);
        }
    }

    private static boolean prints(TaskView task) {
        return task.placement() != null && (task.state() == TaskState.RUNNING
                || task.state() == TaskState.COLLECTING || task.state().ended());
    }
}
