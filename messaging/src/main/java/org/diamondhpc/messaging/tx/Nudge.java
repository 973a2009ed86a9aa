package org.diamondhpc.messaging.tx;

import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** Wakes one loop: nudges that come while it works are remembered as one, so none is missed. */
public final class Nudge {
    private final Semaphore pending = new Semaphore(0);

    public void now() {
        // Two racing nudges may both release; the loop drains them together.
        if (pending.availablePermits() == 0) {
            pending.release();
        }
    }

    /** Returns at the next nudge, or after {@code atMost}. */
    public void await(Duration atMost) throws InterruptedException {
        if (pending.tryAcquire(atMost.toNanos(), TimeUnit.NANOSECONDS)) {
            pending.drainPermits();
        }
    }
}
