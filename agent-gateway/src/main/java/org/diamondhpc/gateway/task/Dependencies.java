package org.diamondhpc.gateway.task;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.time.Clock;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.diamondhpc.gateway.task.domain.DependencyRule;
import org.diamondhpc.gateway.task.domain.TaskLife;
import org.diamondhpc.schemas.event.TaskEvent;
import org.diamondhpc.schemas.id.TaskId;
import org.diamondhpc.schemas.reason.Problem;
import org.diamondhpc.schemas.reason.Reason;
import org.diamondhpc.schemas.spec.Dependency;
import org.diamondhpc.schemas.task.CollectedOutput;
import org.diamondhpc.schemas.task.TaskOrder;
import org.diamondhpc.schemas.task.TaskState;

/** Lets a task go when the tasks it depends on have ended as required, and ends it when that cannot happen any more. */
@ApplicationScoped
class Dependencies {
    private final TaskRows rows;
    private final InputResolver inputs;
    private final TaskChanges changes;
    private final Clock clock;

    Dependencies(TaskRows rows, InputResolver inputs, TaskChanges changes, Clock clock) {
        this.rows = rows;
        this.inputs = inputs;
        this.changes = changes;
        this.clock = clock;
    }

    void ended(@Observes TasksChanged told) {
        Set<String> ended = told.changes().stream().filter(TaskChanged::ended).map(c -> c.task().id().value())
                .collect(Collectors.toCollection(TreeSet::new));
        if (!ended.isEmpty()) {
            rows.waitingFor(ended).forEach(waiting -> rows.locked(new TaskId(waiting))
                    .filter(r -> r.taskState() == TaskState.WAITING).ifPresent(this::decide));
        }
    }

    /** What the ended tasks it depends on left behind. */
    static Map<TaskId, List<CollectedOutput>> outputs(List<TaskRow> dependencies) {
        Map<TaskId, List<CollectedOutput>> all = new HashMap<>();
        dependencies.stream().filter(r -> r.taskState().ended())
                .forEach(r -> all.put(r.taskId(), r.life().facts().outputs()));
        return all;
    }

    static Map<TaskId, TaskState> states(List<TaskRow> dependencies) {
        Map<TaskId, TaskState> all = new LinkedHashMap<>();
        dependencies.forEach(r -> all.put(r.taskId(), r.taskState()));
        return all;
    }

    private void decide(TaskRow row) {
        TaskOrder order = row.order();
        List<TaskRow> on = rows.list("id in ?1",
                order.spec().dependsOn().stream().map(Dependency::task).map(TaskId::value).toList());
        Instant at = clock.instant();
        switch (DependencyRule.decide(order.spec().dependsOn(), states(on))) {
            case DependencyRule.Waits w -> { }
            case DependencyRule.Impossible i -> changes.set(row, row.life().end(i.end(), i.problem(), at), at);
            case DependencyRule.Met m -> met(row, order, on, at);
        }
    }

    private void met(TaskRow row, TaskOrder order, List<TaskRow> on, Instant at) {
        InputResolver.Resolved resolved = inputs.resolve(order.tenant(), order.spec(), outputs(on));
        TaskLife life = row.life();
        if (!resolved.violations().isEmpty()) {
            changes.set(row, life.end(TaskState.FAILED,
                    Problem.of(Reason.TRANSFER_SOURCE_MISSING, resolved.violations()), at), at);
            return;
        }
        TaskOrder ready = order.withInputs(resolved.inputs());
        rows.reorder(row, ready);
        changes.publish(row, new TaskEvent.DependenciesMet(ready), at);
        changes.set(row, life.dependenciesMet(at), at);
    }
}
