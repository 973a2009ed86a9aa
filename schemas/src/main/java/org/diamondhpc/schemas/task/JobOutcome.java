package org.diamondhpc.schemas.task;

import java.time.Instant;
import java.util.List;
import org.diamondhpc.schemas.Absent;

/**
 * How a job ended: the scheduler's word and the program's word kept apart.
 *
 * @param exitCode the program's, where it ended by itself
 * @param signal the signal that ended it
 * @param schedulerState the scheduler's own word; absent where its accounting had not spoken yet
 * @param detail the cause in words, for example {@code CANCELLED by 1001}
 * @param startedAt absent where it never started
 * @param nodes where it ran
 * @param elements for arrays: how many elements ended in which way
 * @param evidence where was looked and what was seen, for LOST and other doubtful ends
 */
public record JobOutcome(JobEnd end, Integer exitCode, Integer signal, String schedulerState, String detail,
        Instant startedAt, Instant endedAt, List<String> nodes, List<ElementCount> elements, List<String> evidence) {
    public JobOutcome {
        nodes = Absent.list(nodes);
        elements = Absent.list(elements);
        evidence = Absent.list(evidence);
    }

    /** So many elements of an array ended like this; {@code indices} lists them in the scheduler's notation. */
    public record ElementCount(JobEnd end, int count, String indices) {
    }
}
