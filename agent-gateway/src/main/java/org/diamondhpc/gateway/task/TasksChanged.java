package org.diamondhpc.gateway.task;

import java.util.List;

/**
 * Fired in the transaction that changed tasks, for features that must change with them: what others say is taken in many
 * events a transaction, and these together.
 *
 * @param changes in the order in which they happened; a task may be among them more than once
 */
public record TasksChanged(List<TaskChanged> changes) {
    public TasksChanged {
        changes = List.copyOf(changes);
    }
}
