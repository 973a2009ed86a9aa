package org.diamondhpc.transfer.work;

import java.time.Instant;
import org.diamondhpc.schemas.reason.Reason;
import org.diamondhpc.schemas.task.JobOutcome;
import org.diamondhpc.schemas.task.JobRef;
import org.diamondhpc.schemas.task.Placement;
import org.diamondhpc.schemas.task.TaskOrder;

/**
 * An ended job whose outputs are to be named.
 *
 * @param awaySince since when its site is waited for; null while all is well
 * @param failures looks in a row that failed
 * @param told why it waits, as was told last
 */
public record CollectWork(TaskOrder order, Placement placement, JobRef job, JobOutcome outcome, Instant awaySince,
        int failures, Reason told) {
    public static final String KIND = "collect";

    /** Not behind files that are being staged there: an agent waits for the end of a task. */
    public String lane() {
        return placement.site() + "/collect";
    }

    CollectWork away(Instant now, Reason why) {
        return new CollectWork(order, placement, job, outcome, awaySince == null ? now : awaySince, failures + 1,
                why);
    }
}
