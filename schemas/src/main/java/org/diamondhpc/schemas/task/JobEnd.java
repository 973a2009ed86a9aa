package org.diamondhpc.schemas.task;

import org.diamondhpc.schemas.reason.Reason;

/** How a job ended, whatever the scheduler calls it. */
public enum JobEnd {
    COMPLETED(null),
    FAILED(Reason.SCHEDULER_JOB_FAILED),
    CANCELLED(Reason.SCHEDULER_JOB_CANCELLED),
    TIMEOUT(Reason.SCHEDULER_JOB_TIMEOUT),
    OUT_OF_MEMORY(Reason.SCHEDULER_JOB_OUT_OF_MEMORY),
    NODE_FAIL(Reason.SCHEDULER_NODE_FAILED),
    PREEMPTED(Reason.SCHEDULER_JOB_PREEMPTED),
    /** The node could not be booted or the program could not be launched: the user's work never began. */
    LAUNCH_FAILED(Reason.SCHEDULER_JOB_LAUNCH_FAILED),
    DEADLINE(Reason.SCHEDULER_JOB_DEADLINE),
    DEPENDENCY_FAILED(Reason.SCHEDULER_DEPENDENCY_FAILED),
    /** Cannot be found any more, after the grace period; the evidence says where was looked. */
    LOST(Reason.SCHEDULER_JOB_LOST);

    private final Reason reason;

    JobEnd(Reason reason) {
        this.reason = reason;
    }

    /** Null for COMPLETED alone. */
    public Reason reason() {
        return reason;
    }

    public boolean success() {
        return this == COMPLETED;
    }
}
