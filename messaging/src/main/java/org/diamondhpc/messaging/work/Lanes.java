package org.diamondhpc.messaging.work;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/** What this process works on right now, counted by lane. */
final class Lanes {
    private final Map<UUID, WorkRun<?>> runs = new ConcurrentHashMap<>();
    private final Map<String, Integer> perLane = new ConcurrentHashMap<>();

    void enter(WorkRun<?> run) {
        runs.put(run.claim().lease(), run);
        perLane.merge(run.lane(), 1, Integer::sum);
    }

    void leave(WorkRun<?> run) {
        perLane.computeIfPresent(run.lane(), (lane, running) -> running == 1 ? null : running - 1);
        runs.remove(run.claim().lease());
    }

    int running() {
        return runs.size();
    }

    Map<String, Integer> perLane() {
        return Map.copyOf(perLane);
    }

    Collection<WorkRun<?>> runs() {
        return List.copyOf(runs.values());
    }

    void lost(UUID lease) {
        WorkRun<?> run = runs.get(lease);
        if (run != null) {
            run.lost();
        }
    }

    /** Waits until nothing runs, at most {@code nanos}. */
    boolean awaitIdle(long nanos) throws InterruptedException {
        long deadline = System.nanoTime() + nanos;
        while (!runs.isEmpty() && System.nanoTime() - deadline < 0) {
            TimeUnit.MILLISECONDS.sleep(10);
        }
        return runs.isEmpty();
    }
}
