package org.diamondhpc.gateway.task;

import io.quarkus.hibernate.orm.panache.PanacheRepositoryBase;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.persistence.LockModeType;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.diamondhpc.gateway.page.Cursor;
import org.diamondhpc.gateway.page.Page;
import org.diamondhpc.gateway.policy.Caller;
import org.diamondhpc.gateway.row.LockedRow;
import org.diamondhpc.schemas.id.TaskId;
import org.diamondhpc.schemas.id.TenantId;
import org.diamondhpc.schemas.reason.DiamondException;
import org.diamondhpc.schemas.reason.Reason;
import org.diamondhpc.schemas.task.TaskOrder;
import org.hibernate.Session;
import org.hibernate.SessionCheckMode;

@ApplicationScoped
class TaskRows implements PanacheRepositoryBase<TaskRow, String> {
    static final String CURSOR = "task";

    /** The caller's task; another tenant's does not exist for it. */
    TaskRow of(Caller caller, TaskId task) {
        return own(findByIdOptional(task.value()), caller, task);
    }

    /** As {@link #of}, locked for a change until the end of the transaction. */
    TaskRow locked(Caller caller, TaskId task) {
        return own(locked(task), caller, task);
    }

    Optional<TaskRow> locked(TaskId task) {
        return LockedRow.find(getEntityManager(), TaskRow.class, task.value());
    }

    /** Locks them together, in the order of ids; they are then found by id without asking the database. */
    void lock(Collection<String> ids) {
        getEntityManager().createNativeQuery("SELECT * FROM task WHERE id = ANY(?1) ORDER BY id FOR UPDATE", TaskRow.class)
                .setParameter(1, ids.toArray(String[]::new)).getResultList();
    }

    /** Those there are, whoever's; from this transaction's memory where it has them. */
    List<TaskRow> all(List<String> ids) {
        return ids.isEmpty() ? List.of() : getEntityManager().unwrap(Session.class)
                .findMultiple(TaskRow.class, List.copyOf(ids), SessionCheckMode.ENABLED).stream()
                .filter(Objects::nonNull).toList();
    }

    /** Tasks of the tenant among {@code ids}, kept from ending until the end of the transaction. */
    List<TaskRow> shared(TenantId tenant, List<String> ids) {
        return ids.isEmpty() ? List.of() : find("id in ?1 and tenant = ?2 order by id", ids, tenant.value())
                .withLock(LockModeType.PESSIMISTIC_READ).list();
    }

    Page<TaskRow> list(Caller caller, TaskQuery query) {
        StringBuilder where = new StringBuilder("tenant = :tenant");
        Map<String, Object> values = new HashMap<>(Map.of("tenant", caller.tenant().value()));
        if (!query.states().isEmpty()) {
            where.append(" and state in :states");
            values.put("states", query.states().stream().map(Enum::name).toList());
        }
        if (query.session() != null) {
            where.append(" and session = :session");
            values.put("session", query.session().value());
        }
        if (query.name() != null) {
            where.append(" and name = :name");
            values.put("name", query.name());
        }
        if (!query.labels().isEmpty()) {
            where.append(" and array_includes(labels, :labels)");
            values.put("labels", Labels.kept(query.labels()));
        }
        String after = Cursor.after(CURSOR, query.cursor());
        if (after != null) {
            where.append(" and id < :after");
            values.put("after", after);
        }
        List<TaskRow> rows = find(where + " order by id desc", values).range(0, query.limit()).list();
        return Page.of(rows, query.limit(), CURSOR, r -> r.id);
    }

    /** The next attempt's order, or the one whose inputs are known now. */
    void reorder(TaskRow row, TaskOrder now) {
        row.order(now);
        getEntityManager().createNativeQuery("UPDATE task SET task_order = ?1 WHERE id = ?2")
                .setParameter(1, row.order).setParameter(2, row.id).executeUpdate();
    }

    List<TaskRow> changedSince(TenantId tenant, Instant since, int limit) {
        return find("tenant = ?1 and changedAt >= ?2 order by changedAt", tenant.value(), since)
                .range(0, limit - 1).list();
    }

    /** Locked, and without those that a task which has not ended depends on. */
    List<TaskRow> endedBefore(Instant before, int most) {
        return find("""
                FROM TaskRow r WHERE r.endedAt < ?1 AND NOT EXISTS (SELECT 1 FROM TaskDependencyRow d
                JOIN TaskRow t ON t.id = d.task WHERE d.onTask = r.id AND t.endedAt IS NULL) ORDER BY r.endedAt
                """, before).withLock(LockModeType.PESSIMISTIC_WRITE).range(0, most - 1).list();
    }

    /** Tasks that depend on any of these. */
    @SuppressWarnings("unchecked")
    List<String> waitingFor(Collection<String> tasks) {
        return getEntityManager().createNativeQuery(
                        "SELECT DISTINCT task FROM task_dependency WHERE on_task = ANY(?1) ORDER BY task", String.class)
                .setParameter(1, tasks.toArray(String[]::new)).getResultList();
    }

    private static TaskRow own(Optional<TaskRow> row, Caller caller, TaskId task) {
        return row.filter(r -> r.tenant.equals(caller.tenant().value())).orElseThrow(() ->
                DiamondException.of(Reason.INVALID_NOT_FOUND, "there is no task " + task));
    }
}
