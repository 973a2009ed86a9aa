package org.diamondhpc.gateway.task;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.transaction.Transactional;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.diamondhpc.gateway.audit.AuditTrail;
import org.diamondhpc.gateway.audit.Journal;
import org.diamondhpc.gateway.audit.JournalEntry;
import org.diamondhpc.gateway.page.Page;
import org.diamondhpc.gateway.policy.Caller;
import org.diamondhpc.gateway.session.Sessions;
import org.diamondhpc.gateway.task.domain.DependencyRule;
import org.diamondhpc.gateway.task.domain.TaskLife;
import org.diamondhpc.schemas.event.TaskEvent;
import org.diamondhpc.schemas.id.IdSource;
import org.diamondhpc.schemas.id.SiteId;
import org.diamondhpc.schemas.id.TaskId;
import org.diamondhpc.schemas.id.TenantId;
import org.diamondhpc.schemas.reason.DiamondException;
import org.diamondhpc.schemas.reason.Problem;
import org.diamondhpc.schemas.reason.Problem.Violation;
import org.diamondhpc.schemas.reason.Reason;
import org.diamondhpc.schemas.spec.Dependency;
import org.diamondhpc.schemas.spec.TaskSpec;
import org.diamondhpc.schemas.task.TaskOrder;
import org.diamondhpc.schemas.task.TaskState;

/** What every edge calls to ask for tasks, look at them and stop them. */
@ApplicationScoped
@Transactional
public class Tasks {
    private final TaskRows rows;
    private final TaskChanges changes;
    private final InputResolver inputs;
    private final Sessions sessions;
    private final Journal journal;
    private final AuditTrail audit;
    private final IdSource ids;
    private final Clock clock;

    Tasks(TaskRows rows, TaskChanges changes, InputResolver inputs, Sessions sessions, Journal journal,
            AuditTrail audit, IdSource ids, Clock clock) {
        this.rows = rows;
        this.changes = changes;
        this.inputs = inputs;
        this.sessions = sessions;
        this.journal = journal;
        this.audit = audit;
        this.ids = ids;
        this.clock = clock;
    }

    /**
     * ① Asks for a task.
     *
     * @throws DiamondException {@code INVALID_SPEC} with everything that is wrong with its inputs and dependencies
     */
    public TaskView submit(Caller caller, TaskSubmission submission) {
        return submit(caller, submission, null);
    }

    private TaskView submit(Caller caller, TaskSubmission submission, TaskId retryOf) {
        if (submission.session() != null) {
            sessions.requireOpen(caller, submission.session());
        }
        TaskSpec spec = submission.spec();
        List<TaskRow> on = dependencies(caller.tenant(), spec);
        TaskOrder order = order(caller, submission, on);
        Instant at = order.requestedAt();
        DependencyRule rule = DependencyRule.decide(spec.dependsOn(), Dependencies.states(on));
        boolean waits = !(rule instanceof DependencyRule.Met);
        TaskRow row = TaskRow.of(order, TaskLife.requested(at, waits), retryOf == null ? null : retryOf.value());
        rows.persist(row);
        spec.dependsOn().forEach(d -> rows.getEntityManager().persist(
                TaskDependencyRow.of(row.id, d.task().value(), d.condition().name())));
        changes.publish(row, new TaskEvent.TaskRequested(order), at);
        if (rule instanceof DependencyRule.Impossible i) {
            changes.set(row, row.life().end(i.end(), i.problem(), at), at);
        } else if (!waits && !spec.dependsOn().isEmpty()) {
            changes.publish(row, new TaskEvent.DependenciesMet(order), at);
        }
        audit.record(caller, "task.submit", row.id, row.session);
        return TaskView.of(row, false);
    }

    /** The order as it would be sent, without sending it: for a plan. */
    public TaskOrder draft(Caller caller, TaskSubmission submission) {
        return order(caller, submission, dependencies(caller.tenant(), submission.spec()));
    }

    private TaskOrder order(Caller caller, TaskSubmission submission, List<TaskRow> on) {
        TaskSpec spec = submission.spec();
        List<Violation> violations = new ArrayList<>(Labels.violations(spec.labels()));
        for (int i = 0; i < spec.dependsOn().size(); i++) {
            TaskId task = spec.dependsOn().get(i).task();
            if (on.stream().noneMatch(r -> r.id.equals(task.value()))) {
                violations.add(new Violation("/dependsOn/" + i + "/task", "there is no task " + task));
            }
        }
        InputResolver.Resolved resolved = inputs.resolve(caller.tenant(), spec, Dependencies.outputs(on));
        violations.addAll(resolved.violations());
        if (!violations.isEmpty()) {
            throw new DiamondException(Problem.of(Reason.INVALID_SPEC, violations));
        }
        return new TaskOrder(ids.task(), caller.tenant(), submission.session(), spec, resolved.inputs(), 1, List.of(),
                clock.instant());
    }

    private List<TaskRow> dependencies(TenantId tenant, TaskSpec spec) {
        return rows.shared(tenant, spec.dependsOn().stream().map(Dependency::task).map(TaskId::value).toList());
    }

    public TaskView get(Caller caller, TaskId task, boolean withSpec) {
        return TaskView.of(rows.of(caller, task), withSpec);
    }

    public Page<TaskSummary> list(Caller caller, TaskQuery query) {
        return rows.list(caller, query).map(TaskSummary::of);
    }

    /** Those changed at or after {@code since}, in that order. */
    public List<TaskSummary> changedSince(Caller caller, Instant since, int limit) {
        return rows.changedSince(caller.tenant(), since, limit).stream().map(TaskSummary::of).toList();
    }

    /**
     * A task somebody sleeps for.
     *
     * @param limit the job's time limit
     */
    public record Watched(TaskView task, Supplier<Duration> limit) {
        /** Where it has been placed; null: nowhere yet. */
        public SiteId site() {
            return task.placement() == null ? null : task.placement().site();
        }
    }

    /** The tenant's tasks among {@code ids}, kept from changing until the end of the transaction. */
    public List<Watched> hold(TenantId tenant, List<TaskId> tasks) {
        return rows.shared(tenant, tasks.stream().map(TaskId::value).toList()).stream().map(Tasks::watched).toList();
    }

    /** Whoever's it is. */
    public Optional<Watched> watched(TaskId task) {
        return rows.findByIdOptional(task.value()).map(Tasks::watched);
    }

    /** How many of the tenant's tasks among {@code ids} are in each state. */
    public Map<TaskState, Integer> states(TenantId tenant, Collection<String> tasks) {
        Map<TaskState, Integer> all = new EnumMap<>(TaskState.class);
        if (!tasks.isEmpty()) {
            rows.getEntityManager().createQuery("""
                    SELECT t.state, count(*) FROM TaskRow t WHERE t.id IN ?1 AND t.tenant = ?2 GROUP BY t.state
                    """, Object[].class).setParameter(1, tasks).setParameter(2, tenant.value()).getResultStream()
                    .forEach(r -> all.put(TaskState.valueOf((String) r[0]), ((Number) r[1]).intValue()));
        }
        return all;
    }

    private static Watched watched(TaskRow row) {
        return new Watched(TaskView.of(row, false), row::limit);
    }

    /** The tasks among {@code ids}, as they are now. */
    public List<TaskView> find(TenantId tenant, List<TaskId> tasks) {
        return rows.all(tasks.stream().map(TaskId::value).toList()).stream()
                .filter(r -> r.tenant.equals(tenant.value())).map(r -> TaskView.of(r, false)).toList();
    }

    /** Has them ready for {@link #find} in this transaction, whoever's they are. */
    public void fetch(Collection<String> tasks) {
        rows.all(List.copyOf(tasks));
    }

    public List<JournalEntry> events(Caller caller, TaskId task, int after, int limit) {
        return journal.after(rows.of(caller, task).id, after, limit);
    }

    /**
     * Asks for a stop; a second time, or after the end, nothing happens. A task that waits is stopped at once, and
     * so is one of which several jobs wait: none of them is let go any more.
     */
    public TaskView cancel(Caller caller, TaskId task, String why) {
        TaskRow row = rows.locked(caller, task);
        TaskLife life = row.life();
        if (!life.ended() && !life.cancelRequested()) {
            Instant at = clock.instant();
            changes.publish(row, new TaskEvent.TaskCancelRequested(task, caller.tenant(), caller.name(), why), at);
            changes.set(row, life.state() == TaskState.WAITING || life.undecided()
                    ? life.cancelAsked().end(TaskState.CANCELLED, null, at) : life.cancelAsked(), at);
            audit.record(caller, "task.cancel", row.id, row.session);
        }
        return TaskView.of(row, false);
    }

    /**
     * Asks again for a task that has ended, as a new task, since an end is the last event of a task.
     *
     * @throws DiamondException {@code INVALID_STATE} where it has not ended
     */
    public TaskView retry(Caller caller, TaskId task) {
        TaskRow row = rows.of(caller, task);
        if (!row.taskState().ended()) {
            throw DiamondException.of(Reason.INVALID_STATE, "task " + task + " is " + row.state
                    + "; Diamond itself tries again as its retries allow");
        }
        return submit(caller, new TaskSubmission(row.order().spec(), row.sessionId()), task);
    }
}
