package org.diamondhpc.transfer.work;

import org.diamondhpc.schemas.reason.Reason;
import org.diamondhpc.schemas.task.Placement;
import org.diamondhpc.schemas.task.TaskOrder;
import org.diamondhpc.transfer.domain.Haul;
import org.diamondhpc.transfer.globus.domain.Owner;

/**
 * A task's inputs to be placed; kept under the task's id, since a task is held at one place at a time, unless it is one of several
 * attempts at once.
 *
 * @param told why it waits, as was told last; null while it goes on
 */
public record StageWork(TaskOrder order, Placement placement, Haul haul, Reason told) {
    public static final String KIND = "stage";

    public static StageWork begin(TaskOrder order, Placement placement) {
        return new StageWork(order, placement, Haul.begin(), null);
    }

    StageWork with(Haul further) {
        return new StageWork(order, placement, further, told);
    }

    StageWork telling(Reason reason) {
        return new StageWork(order, placement, haul, reason);
    }

    /** The row that holds it. */
    Owner owner() {
        return new Owner(KIND, key(order), order.attemptId().toString());
    }

    /** What the row is kept under. */
    public static String key(TaskOrder order) {
        return order.hedge() == null ? order.task().value() : order.attemptId().toString();
    }
}
