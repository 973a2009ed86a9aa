package org.diamondhpc.globus.simulator.move;

import java.time.Duration;
import org.diamondhpc.globus.simulator.task.Ended;
import org.diamondhpc.globus.simulator.task.Task;

/** Holds one task to the speed of the moment. */
final class Throttle {
    private final TaskTrouble trouble;
    private final long limit;
    private final Task task;
    private long owedNanos;

    Throttle(TaskTrouble trouble, long limit, Task task) {
        this.trouble = trouble;
        this.limit = limit;
        this.task = task;
    }

    /** Bytes that may travel before {@link #passed} is told of them. */
    int stride(int greatest) {
        return Math.clamp(speed() / 10, 1, greatest);
    }

    void passed(int bytes) throws Ended {
        if (speed() == Long.MAX_VALUE) {
            return;
        }
        owedNanos += bytes * 1_000_000_000L / speed();
        if (owedNanos > 10_000_000) {
            long before = System.nanoTime();
            task.rest(Duration.ofNanos(owedNanos));
            owedNanos -= System.nanoTime() - before;
        }
    }

    private long speed() {
        return Math.min(limit, trouble.bytesPerSecond());
    }
}
