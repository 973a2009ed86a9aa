package org.diamondhpc.bench.parked;

import java.util.List;
import org.diamondhpc.schemas.task.JobRef;
import org.diamondhpc.schemas.task.Placement;
import org.diamondhpc.schemas.task.TaskOrder;

/**
 * A session parked through the interface, with the one running task it sleeps for.
 *
 * @param texts everything that names it, for copies: its ids and those of the events so far
 */
record Sleeper(String session, String task, String waitId, TaskOrder order, Placement placement, JobRef job,
        List<String> texts) {
    /** An id's last digits, which a copy has others of. */
    static final int DIGITS = 7;

    /** The id of copy number {@code copy}; 0 is the original. */
    static String copied(String id, int copy) {
        return copy == 0 ? id : id.substring(0, id.length() - DIGITS) + String.format("%0" + DIGITS + "d", copy);
    }

    String session(int copy) {
        return copied(session, copy);
    }

    String task(int copy) {
        return copied(task, copy);
    }

    Sleeper with(List<String> names) {
        return new Sleeper(session, task, waitId, order, placement, job, names);
    }
}
