package org.diamondhpc.schemas.spec;

import org.diamondhpc.schemas.id.TaskId;

/** A task that must have ended first, and how. */
public record Dependency(TaskId task, Condition condition) {
    public Dependency {
        condition = condition == null ? Condition.SUCCESS : condition;
    }

    /** How the other task must have ended. */
    public enum Condition {
        /** With success; otherwise this task fails with it. */
        SUCCESS,
        /** With a failure; otherwise this task is cancelled. */
        FAILURE,
        /** In any way. */
        ANY
    }
}
