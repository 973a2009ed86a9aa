package org.diamondhpc.bench.simulator;

/** Hears what happens at a cluster. */
public interface Listener {
    Listener NONE = new Listener() {
    };

    default void started(Job job, long at) {
    }

    default void ended(Job job, long startedAt, long at) {
    }
}
