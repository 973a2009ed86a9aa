package org.diamondhpc.discovery.store;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.persistence.EntityManager;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.diamondhpc.schemas.id.TaskId;
import org.diamondhpc.schemas.id.TenantId;

/** Tasks on their way through placement. Every method needs a transaction. */
@ApplicationScoped
public class PlacingRows {
    private final EntityManager entities;

    PlacingRows(EntityManager entities) {
        this.entities = entities;
    }

    public Optional<PlacingRow> find(TaskId task) {
        return Optional.ofNullable(entities.find(PlacingRow.class, task.value()));
    }

    /** The task's row, made where there is none. */
    public PlacingRow of(TaskId task, TenantId tenant, Instant now) {
        return find(task).orElseGet(() -> fresh(task, tenant, now));
    }

    /** The row of a task that was never heard of: no question is asked. */
    public PlacingRow fresh(TaskId task, TenantId tenant, Instant now) {
        PlacingRow row = new PlacingRow(task, tenant, now);
        entities.persist(row);
        return row;
    }

    /** The tasks that have waited for a place longest. */
    public List<TaskId> waiting(int most) {
        return entities.createQuery("select task from PlacingRow where waiting order by updatedAt", String.class)
                .setMaxResults(most).getResultList().stream().map(TaskId::new).toList();
    }

    /** Reads what there is of the tasks with one question; {@link #find} then asks no more. */
    public void expect(Collection<String> tasks) {
        if (tasks.isEmpty()) {
            return;
        }
        entities.createQuery("from PlacingRow where task in :tasks", PlacingRow.class).setParameter("tasks", tasks)
                .getResultList();
    }

    /** Whether it may have been waiting for a place. */
    public boolean forget(TaskId task) {
        Optional<PlacingRow> row = find(task);
        row.ifPresent(entities::remove);
        return row.map(PlacingRow::waiting).orElse(true);
    }
}
