package org.diamondhpc.bench.simulator;

import java.util.Map;

/** Writes starts down. */
record Replayed(Map<Integer, Long> starts) implements Listener {
    static Listener into(Map<Integer, Long> starts) {
        return new Replayed(starts);
    }

    @Override
    public void started(Job job, long at) {
        starts.put(job.id(), at);
    }
}
