package org.diamondhpc.gateway.task;

import io.micrometer.core.instrument.MeterRegistry;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Event;
import java.time.Instant;
import org.diamondhpc.gateway.audit.Journal;
import org.diamondhpc.gateway.signal.Signals;
import org.diamondhpc.gateway.task.domain.TaskLife;
import org.diamondhpc.schemas.event.TaskEvent;
import org.diamondhpc.schemas.task.TaskState;

/** The one place where a task's row changes, and what always goes with it: events, features that follow, signals. */
@ApplicationScoped
class TaskChanges {
    private final Journal journal;
    private final Event<TaskChanged> changed;
    private final Signals signals;
    private final MeterRegistry meters;

    TaskChanges(Journal journal, Event<TaskChanged> changed, Signals signals, MeterRegistry meters) {
        this.journal = journal;
        this.changed = changed;
        this.signals = signals;
        this.meters = meters;
    }

    /** Publishes an event of the gateway's own. */
    void publish(TaskRow row, TaskEvent event, Instant at) {
        journal.publish(event, ++row.events, at);
        touched(row);
    }

    /** Sets the state; an end publishes {@code TaskEnded}, which therefore happens once. */
    void set(TaskRow row, TaskLife life, Instant at) {
        TaskState before = row.version == 0 ? null : row.taskState();
        row.life(life, at);
        if (life.ended() && before != life.state()) {
            publish(row, new TaskEvent.TaskEnded(row.taskId(), row.tenantId(), row.sessionId(), life.state(),
                    life.attempt(), life.problem(), at), at);
            meters.counter("diamond.gateway.tasks.ended", "state", life.state().name()).increment();
        }
        touched(row);
        changed.fire(new TaskChanged(TaskView.of(row, false), before, row::limit));
    }

    void touched(TaskRow row) {
        signals.fireAfterCommit("task:" + row.id);
        signals.fireAfterCommit("tenant:" + row.tenant);
    }
}
