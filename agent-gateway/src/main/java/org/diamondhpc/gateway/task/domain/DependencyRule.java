package org.diamondhpc.gateway.task.domain;

import java.util.List;
import java.util.Map;
import org.diamondhpc.schemas.id.TaskId;
import org.diamondhpc.schemas.reason.Problem;
import org.diamondhpc.schemas.reason.Reason;
import org.diamondhpc.schemas.spec.Dependency;
import org.diamondhpc.schemas.spec.Dependency.Condition;
import org.diamondhpc.schemas.task.TaskState;

/** What the states of other tasks mean to a task that depends on them. */
public sealed interface DependencyRule {
    /** Some have not ended. */
    record Waits() implements DependencyRule {
    }

    /** All have ended as required. */
    record Met() implements DependencyRule {
    }

    /** One ended otherwise, so the task ends as {@code end}. */
    record Impossible(TaskState end, Problem problem) implements DependencyRule {
    }

    static DependencyRule decide(List<Dependency> dependencies, Map<TaskId, TaskState> states) {
        boolean waits = false;
        for (Dependency d : dependencies) {
            TaskState state = states.get(d.task());
            if (state == null || !state.ended()) {
                waits = true;
            } else if (d.condition() == Condition.SUCCESS && state != TaskState.SUCCEEDED) {
                return new Impossible(TaskState.FAILED, Problem.of(Reason.SCHEDULER_DEPENDENCY_FAILED,
                        "task " + d.task() + " ended " + state + ", success was required"));
            } else if (d.condition() == Condition.FAILURE && state == TaskState.SUCCEEDED) {
                return new Impossible(TaskState.CANCELLED, Problem.of(Reason.SCHEDULER_DEPENDENCY_FAILED,
                        "task " + d.task() + " succeeded, this one was only for its failure"));
            }
        }
        return waits ? new Waits() : new Met();
    }
}
