package org.diamondhpc.messaging.outbox;

import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;

/**
 * Topics that take no records for now. Asking for a missing topic blocks the relay for a moment, so a topic that fails
 * while others succeed is asked for ever more rarely; where nothing succeeds the broker itself is away and every topic
 * is tried again soon.
 */
final class RestingTopics {
    private static final int MOST_DOUBLINGS = 4;
    private final long rest;
    private final LongSupplier nanoTime;
    private final Map<String, Failing> failing = new HashMap<>();
    private long successes;

    RestingTopics(Duration rest, LongSupplier nanoTime) {
        this.rest = rest.toNanos();
        this.nanoTime = nanoTime;
    }

    void taken(String topic) {
        successes++;
        failing.remove(topic);
    }

    void failed(String topic) {
        Failing before = failing.get(topic);
        boolean othersSucceed = before != null && before.successes < successes;
        int doublings = othersSucceed ? Math.min(MOST_DOUBLINGS, before.doublings + 1) : 0;
        failing.put(topic, new Failing(nanoTime.getAsLong() + (rest << doublings), doublings, successes));
    }

    Set<String> topics() {
        long now = nanoTime.getAsLong();
        Set<String> resting = new HashSet<>();
        failing.forEach((topic, state) -> {
            if (state.until - now > 0) {
                resting.add(topic);
            }
        });
        return resting;
    }

    private record Failing(long until, int doublings, long successes) { }
}
