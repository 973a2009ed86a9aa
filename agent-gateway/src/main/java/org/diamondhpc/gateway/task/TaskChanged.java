package org.diamondhpc.gateway.task;

import java.time.Duration;
import java.util.function.Supplier;
import org.diamondhpc.schemas.event.TaskEvent;
import org.diamondhpc.schemas.task.TaskState;

/**
 * A task's row was changed, or something was learned of a task.
 *
 * @param task as it was made
 * @param before the state before; null for a new task
 * @param limit the job's time limit; read only where somebody wants it
 * @param better a place where it would be done sooner, where that is the news; else null
 * @param trace the W3C {@code traceparent} of what changed it; null: none
 */
public record TaskChanged(TaskView task, TaskState before, Supplier<Duration> limit,
        TaskEvent.PlacementImproved better, String trace) {
    public boolean entered(TaskState state) {
        return task.state() == state && before != state;
    }

    public boolean ended() {
        return task.state().ended() && before != task.state();
    }
}
