package org.diamondhpc.globus.simulator.http;

import java.util.Map;
import java.util.TreeMap;

/** How often each call was made, e.g. {@code "POST /v0.10/transfer"} or {@code "GET /v0.10/task/:id"}. */
public final class RequestCounts {
    private final Map<String, Integer> counts = new TreeMap<>();

    synchronized void count(String call) {
        counts.merge(call, 1, Integer::sum);
    }

    public synchronized int of(String call) {
        return counts.getOrDefault(call, 0);
    }

    public synchronized int total() {
        return counts.values().stream().mapToInt(Integer::intValue).sum();
    }

    public synchronized Map<String, Integer> all() {
        return new TreeMap<>(counts);
    }

    public synchronized void reset() {
        counts.clear();
    }
}
