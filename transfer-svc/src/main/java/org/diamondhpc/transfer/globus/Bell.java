package org.diamondhpc.transfer.globus;

import jakarta.enterprise.context.ApplicationScoped;
import java.time.Clock;
import org.diamondhpc.messaging.NewWork;
import org.diamondhpc.messaging.WorkQueue;

/** Wakes the row that works for an identity. */
@ApplicationScoped
class Bell {
    private final WorkQueue queue;
    private final Clock clock;

    Bell(WorkQueue queue, Clock clock) {
        this.queue = queue;
        this.clock = clock;
    }

    /** There is something new to do. In the current transaction. */
    void ring(String identity) {
        if (!hasten(identity)) {
            WatchWork watch = new WatchWork(identity, null);
            queue.enqueue(new NewWork(WatchWork.KIND, identity, watch.lane(), watch));
        }
    }

    /** @return false where there is no such row, and so nothing on its way */
    boolean hasten(String identity) {
        return queue.hasten(WatchWork.KIND, identity, clock.instant());
    }
}
