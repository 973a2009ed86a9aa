package org.diamondhpc.gateway.task;

import org.diamondhpc.schemas.task.TaskState;

/**
 * Fired in the transaction that changed a task, for features that must change with it.
 *
 * @param before the state before; null for a new task
 */
public record TaskChanged(TaskView task, TaskState before) {
    public boolean entered(TaskState state) {
        return task.state() == state && before != state;
    }
}
