package org.diamondhpc.schemas.task;

/** Where a task is on the ring, as every edge shows it. */
public enum TaskState {
    /** For tasks it depends on. */
    WAITING,
    PLACING,
    STAGING,
    SUBMITTING,
    /** Whether the job was accepted is not known; never a guess. */
    UNCONFIRMED,
    QUEUED,
    RUNNING,
    COLLECTING,
    SUCCEEDED,
    FAILED,
    CANCELLED;

    public boolean ended() {
        return this == SUCCEEDED || this == FAILED || this == CANCELLED;
    }
}
