package org.diamondhpc.transfer.globus.api;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * At most so many requests in any window, for all who share it. Who comes too early is told how long to wait, in the
 * order of asking.
 */
public final class RateLimit {
    private final int most;
    private final long window;
    private final Deque<Long> taken = new ArrayDeque<>();

    public RateLimit(int most, Duration window) {
        this.most = most;
        this.window = window.toNanos();
    }

    /** Takes the next free place; the answer is how many nanoseconds after {@code now} it begins. */
    synchronized long reserve(long now) {
        while (!taken.isEmpty() && now - taken.peekFirst() >= window) {
            taken.removeFirst();
        }
        long at = now;
        if (taken.size() >= most) {
            // the place that is so many requests back must have left the window
            Long[] places = taken.toArray(Long[]::new);
            at = Math.max(now, places[places.length - most] + window);
        }
        taken.addLast(at);
        return at - now;
    }

    /** Waits for a place. */
    public void await() throws InterruptedException {
        long nanos = reserve(System.nanoTime());
        if (nanos > 0) {
            Thread.sleep(Duration.ofNanos(nanos));
        }
    }
}
