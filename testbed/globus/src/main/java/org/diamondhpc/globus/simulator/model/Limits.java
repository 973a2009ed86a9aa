package org.diamondhpc.globus.simulator.model;

import java.time.Duration;

/**
 * The service's limits and intervals. The defaults are Globus's own, except for the wait between two tries of a failed
 * step, which is minutes there.
 *
 * @param requestsPerSecond of one identity, metered over {@code meteredOver}
 * @param activeTransfers tasks of one identity that run at a time; the others are queued
 * @param pendingTasks tasks of one identity that have not ended
 * @param bytesPerSecond of one task
 * @param listing entries of one directory listing
 */
public record Limits(int requestsPerSecond, Duration meteredOver, int activeTransfers, int activeDeletes,
        int pendingTasks, Duration tokenLifetime, Duration deadline, Duration retryAfter, long bytesPerSecond,
        int listing) {
    public static final Limits GLOBUS = new Limits(20, Duration.ofSeconds(10), 3, 3, 100, Duration.ofHours(48),
            Duration.ofHours(24), Duration.ofMillis(500), Long.MAX_VALUE, 100_000);

    public Limits withPendingTasks(int number) {
        return new Limits(requestsPerSecond, meteredOver, activeTransfers, activeDeletes, number, tokenLifetime,
                deadline, retryAfter, bytesPerSecond, listing);
    }

    public Limits withRequestsPerSecond(int number) {
        return new Limits(number, meteredOver, activeTransfers, activeDeletes, pendingTasks, tokenLifetime, deadline,
                retryAfter, bytesPerSecond, listing);
    }

    public Limits withRetryAfter(Duration wait) {
        return new Limits(requestsPerSecond, meteredOver, activeTransfers, activeDeletes, pendingTasks, tokenLifetime,
                deadline, wait, bytesPerSecond, listing);
    }

    public Limits withTokenLifetime(Duration lifetime) {
        return new Limits(requestsPerSecond, meteredOver, activeTransfers, activeDeletes, pendingTasks, lifetime,
                deadline, retryAfter, bytesPerSecond, listing);
    }

    public Limits withListing(int entries) {
        return new Limits(requestsPerSecond, meteredOver, activeTransfers, activeDeletes, pendingTasks, tokenLifetime,
                deadline, retryAfter, bytesPerSecond, entries);
    }
}
