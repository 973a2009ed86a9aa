package org.diamondhpc.transfer.work;

import org.diamondhpc.schemas.reason.Problem;
import org.diamondhpc.schemas.task.Placement;
import org.diamondhpc.schemas.task.TaskOrder;
import org.diamondhpc.transfer.domain.Haul;
import org.diamondhpc.transfer.globus.domain.Owner;

/**
 * A task's inputs to be placed; kept under the task's id, since a task is held at one place at a time.
 *
 * @param told what people know to be in the way; null while all is well
 */
public record StageWork(TaskOrder order, Placement placement, Haul haul, Problem told) {
    public static final String KIND = "stage";

    public static StageWork begin(TaskOrder order, Placement placement) {
        return new StageWork(order, placement, Haul.begin(), null);
    }

    StageWork with(Haul further) {
        return new StageWork(order, placement, further, told);
    }

    StageWork telling(Problem problem) {
        return new StageWork(order, placement, haul, problem);
    }

    /** The row that holds it. */
    Owner owner() {
        return new Owner(KIND, order.task().value(), order.attemptId().toString());
    }
}
