package org.diamondhpc.site.scheduler;

import java.time.Instant;
import java.util.List;
import org.diamondhpc.schemas.Absent;
import org.diamondhpc.schemas.id.AttemptId;
import org.diamondhpc.schemas.task.AttemptLayout;

/**
 * A job to look at.
 *
 * @param jobId the scheduler's id as recorded; absent before one is known
 * @param submittedAt not later than the scheduler's own submit time, since job ids are used again
 * @param elements the indices of an array; empty: not an array
 */
public record WatchedJob(AttemptId attempt, AttemptLayout layout, String jobId, Instant submittedAt,
        List<Integer> elements) {
    public WatchedJob {
        elements = Absent.list(elements);
    }

    /** The same attempt with the scheduler's id. */
    public WatchedJob as(String id) {
        return new WatchedJob(attempt, layout, id, submittedAt, elements);
    }

    public boolean array() {
        return !elements.isEmpty();
    }
}
