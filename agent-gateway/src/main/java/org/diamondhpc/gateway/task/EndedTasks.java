package org.diamondhpc.gateway.task;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.transaction.Transactional;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import org.diamondhpc.gateway.audit.Journal;
import org.diamondhpc.gateway.workspace.Catalogue;
import org.diamondhpc.schemas.event.TaskEvent;
import org.diamondhpc.schemas.task.TaskOrder;

/** Tasks whose time of being kept is over. */
@ApplicationScoped
public class EndedTasks {
    private final TaskRows rows;
    private final Journal journal;
    private final Catalogue catalogue;
    private final Clock clock;

    EndedTasks(TaskRows rows, Journal journal, Catalogue catalogue, Clock clock) {
        this.rows = rows;
        this.journal = journal;
        this.catalogue = catalogue;
        this.clock = clock;
    }

    /**
     * Forgets tasks that ended before, the oldest first, and tells those who hold something of them. One that a live
     * task depends on stays: that task may yet take its outputs.
     *
     * @return how many, at most {@code most}
     */
    @Transactional
    public int forget(Instant before, int most) {
        List<TaskRow> old = rows.endedBefore(before, most);
        old.forEach(this::forget);
        return old.size();
    }

    private void forget(TaskRow row) {
        TaskOrder order = row.order();
        journal.publish(new TaskEvent.TaskForgotten(row.taskId(), row.tenantId()), clock.instant());
        journal.forget(row.id);
        catalogue.siteCopiesGone(row.tenantId(), order.spec().workspace(), row.taskId(),
                row.life().facts().outputs());
        rows.delete(row);
    }
}
