package org.diamondhpc.transfer.work;

import org.diamondhpc.schemas.task.Placement;
import org.diamondhpc.schemas.task.TaskOrder;
import org.diamondhpc.transfer.domain.Haul;

/** A task's inputs to be placed; kept under the task's id, since a task is held at one place at a time. */
public record StageWork(TaskOrder order, Placement placement, Haul haul) {
    public static final String KIND = "stage";

    StageWork with(Haul further) {
        return new StageWork(order, placement, further);
    }
}
