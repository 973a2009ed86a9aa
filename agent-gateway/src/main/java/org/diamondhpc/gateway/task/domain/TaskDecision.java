package org.diamondhpc.gateway.task.domain;

import org.diamondhpc.schemas.reason.Problem;
import org.diamondhpc.schemas.task.Exclusion;
import org.diamondhpc.schemas.task.JobRef;

/** What follows from an event. */
public sealed interface TaskDecision {
    /** Of an attempt that is over, or no news. */
    record Ignored() implements TaskDecision {
    }

    /** The task goes on like this. */
    record Goes(TaskLife life) implements TaskDecision {
    }

    /** Another attempt is due; {@code exclusion} is null where nothing is to be avoided. */
    record Retries(TaskLife life, Exclusion exclusion, Problem cause) implements TaskDecision {
    }

    /** The first of several jobs has begun: its attempt alone does the work. @param job the one that begun */
    record Chooses(TaskLife life, JobRef job) implements TaskDecision {
    }

    /** The task is over; {@code life} is in its last state. */
    record Ends(TaskLife life) implements TaskDecision {
    }
}
