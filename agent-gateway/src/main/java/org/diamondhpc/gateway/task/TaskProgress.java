package org.diamondhpc.gateway.task;

import jakarta.enterprise.context.ApplicationScoped;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.diamondhpc.gateway.audit.Journal;
import org.diamondhpc.gateway.task.domain.TaskDecision;
import org.diamondhpc.gateway.task.domain.TaskFold;
import org.diamondhpc.messaging.ReceivedEvent;
import org.diamondhpc.schemas.event.TaskEvent;
import org.diamondhpc.schemas.id.AttemptId;
import org.diamondhpc.schemas.task.Hedge;
import org.diamondhpc.schemas.task.TaskOrder;
import org.diamondhpc.schemas.task.TaskState;

/**
 * ②–⑥ Folds what the other services say of a task into its row, in the intake's transaction. All rows are locked before
 * the first event, and whoever follows tasks is told after the last.
 */
@ApplicationScoped
public class TaskProgress {
    private final TaskRows rows;
    private final TaskChanges changes;
    private final Journal journal;

    TaskProgress(TaskRows rows, TaskChanges changes, Journal journal) {
        this.rows = rows;
        this.changes = changes;
        this.journal = journal;
    }

    /** Before these are taken; their tasks do not change otherwise until the end of the transaction. */
    public void begin(List<ReceivedEvent> events) {
        rows.lock(events.stream().map(ReceivedEvent::subject).collect(Collectors.toCollection(TreeSet::new)));
        changes.gather();
    }

    /** After the last was taken. */
    public void finish() {
        changes.tell();
    }

    /** Whether it is a task of this gateway's, of the tenant the event names. */
    public boolean knows(TaskEvent event) {
        return rows.findByIdOptional(event.task().value()).filter(r -> r.tenantId().equals(event.tenant())).isPresent();
    }

    /** Whether these outputs are the task's own: not of an attempt that does none of its work. */
    public boolean owns(TaskEvent.OutputsCollected event) {
        return knows(event) && (event.order().hedge() == null || Optional.ofNullable(rows.findById(event.task().value()).life().hedging())
                .map(h -> h.chosen() == event.order().attempt()).orElse(false));
    }

    /** Passed over where the task is not known here or belongs to another tenant than the event says. */
    public void on(TaskEvent event, ReceivedEvent received) {
        TaskRow row = rows.findById(event.task().value());
        if (row == null || !row.tenantId().equals(event.tenant())) {
            return;
        }
        journal.received(received, row.id, ++row.events);
        Instant at = received.time();
        switch (new TaskFold(row.life(), at).on(event)) {
            case TaskDecision.Ignored i when event instanceof TaskEvent.PlacementImproved better
                    && better.attempt().number() == row.attempt && row.taskState() == TaskState.QUEUED ->
                    changes.better(row, better);
            case TaskDecision.Ignored i -> changes.touched(row);
            case TaskDecision.Goes g -> changes.set(row, g.life(), at);
            case TaskDecision.Chooses c -> {
                AttemptId chosen = new AttemptId(event.task(), c.life().attempt());
                changes.publish(row, new TaskEvent.AttemptChosen(chosen, event.tenant(), c.job(),
                        c.life().hedging().of().others(chosen)), at);
                changes.set(row, c.life(), at);
            }
            case TaskDecision.Ends e -> changes.set(row, e.life(), at);
            case TaskDecision.Retries r -> {
                TaskOrder again = tried(row, event).again(r.exclusion());
                rows.reorder(row, again);
                changes.publish(row, new TaskEvent.TaskRetried(again, r.cause()), at);
                changes.set(row, r.life(), at);
            }
        }
    }

    /** The order of the attempt that came to nothing. */
    private static TaskOrder tried(TaskRow row, TaskEvent event) {
        if (event instanceof TaskEvent.Step step) {
            return step.order();
        }
        Hedge hedge = row.life().hedging().of();
        return row.order().hedged(hedge, hedge.first());
    }
}
