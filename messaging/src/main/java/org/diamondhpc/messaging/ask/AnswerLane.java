package org.diamondhpc.messaging.ask;

import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** One subject's share of the responder: a few places, and a bounded number of questions waiting for them. */
final class AnswerLane {
    private final Semaphore places;
    private final AtomicInteger present = new AtomicInteger();
    private final int most;

    AnswerLane(int places, int waiting) {
        this.places = new Semaphore(places, true);
        this.most = places + waiting;
    }

    /** False where too many wait already; else {@link #leave} must follow. */
    boolean enter() {
        if (present.incrementAndGet() > most) {
            present.decrementAndGet();
            return false;
        }
        return true;
    }

    void leave() {
        present.decrementAndGet();
    }

    boolean acquire(Duration atMost) throws InterruptedException {
        return places.tryAcquire(Math.max(0, atMost.toNanos()), TimeUnit.NANOSECONDS);
    }

    void release() {
        places.release();
    }
}
