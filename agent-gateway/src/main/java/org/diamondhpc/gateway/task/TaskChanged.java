package org.diamondhpc.gateway.task;

import java.time.Duration;
import java.util.function.Supplier;
import org.diamondhpc.schemas.task.TaskState;

/**
 * Fired in the transaction that changed a task, for features that must change with it.
 *
 * @param before the state before; null for a new task
 * @param limit the job's time limit; read only where somebody wants it
 */
public record TaskChanged(TaskView task, TaskState before, Supplier<Duration> limit) {
    public boolean entered(TaskState state) {
        return task.state() == state && before != state;
    }
}
