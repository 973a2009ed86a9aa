package org.diamondhpc.gateway.task;

import io.micrometer.core.instrument.MeterRegistry;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Event;
import jakarta.persistence.EntityManager;
import jakarta.persistence.FlushModeType;
import jakarta.transaction.TransactionSynchronizationRegistry;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.diamondhpc.gateway.audit.Journal;
import org.diamondhpc.gateway.signal.Signals;
import org.diamondhpc.gateway.task.domain.TaskLife;
import org.diamondhpc.messaging.tx.CurrentTrace;
import org.diamondhpc.schemas.event.TaskEvent;
import org.diamondhpc.schemas.task.TaskState;

/**
 * The one place where a task's row changes, and what always goes with it: events, features that follow, signals. Where
 * many tasks change in one transaction, the features are told of all of them at its end.
 */
@ApplicationScoped
class TaskChanges {
    private final Journal journal;
    private final Event<TasksChanged> changed;
    private final Signals signals;
    private final MeterRegistry meters;
    private final TransactionSynchronizationRegistry transactions;
    private final EntityManager em;

    TaskChanges(Journal journal, Event<TasksChanged> changed, Signals signals, MeterRegistry meters,
            TransactionSynchronizationRegistry transactions, EntityManager em) {
        this.journal = journal;
        this.changed = changed;
        this.signals = signals;
        this.meters = meters;
        this.transactions = transactions;
        this.em = em;
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
        tell(new TaskChanged(TaskView.of(row, false), before, row::limit, null, CurrentTrace.get()));
    }

    /** The row stays as it is; those who follow the task may want to know. */
    void better(TaskRow row, TaskEvent.PlacementImproved news) {
        touched(row);
        tell(new TaskChanged(TaskView.of(row, false), row.taskState(), row::limit, news, CurrentTrace.get()));
    }

    private void tell(TaskChanged change) {
        List<TaskChanged> gathered = gathered();
        if (gathered == null) {
            changed.fire(new TasksChanged(List.of(change)));
        } else {
            gathered.add(change);
        }
    }

    void touched(TaskRow row) {
        signals.fireAfterCommit("task:" + row.id);
        signals.fireAfterCommit("tenant:" + row.tenant);
    }

    /**
     * From now on until {@link #tell} changes of this transaction are gathered, and written to the database together:
     * queries in between do not see them, only the rows themselves do.
     */
    void gather() {
        transactions.putResource(this, new ArrayList<TaskChanged>());
        em.setFlushMode(FlushModeType.COMMIT);
    }

    /** Tells of what was gathered, and of what follows from that. */
    void tell() {
        List<TaskChanged> gathered = gathered();
        while (!gathered.isEmpty()) {
            TasksChanged now = new TasksChanged(gathered);
            gathered.clear();
            em.flush();
            changed.fire(now);
        }
    }

    @SuppressWarnings("unchecked")
    private List<TaskChanged> gathered() {
        return (List<TaskChanged>) transactions.getResource(this);
    }
}
