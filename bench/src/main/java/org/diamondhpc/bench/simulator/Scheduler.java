package org.diamondhpc.bench.simulator;

import java.util.List;

/** Decides which waiting jobs start. It may keep plans of its own, so each cluster has one. */
interface Scheduler {
    long NEVER = Long.MAX_VALUE;

    /** Starts through {@link Cluster#start} what is to start now. @param queue in order of priority */
    void pass(Cluster cluster, List<Job> queue);

    /** The next time at which it wants to be asked although nothing happens; {@link #NEVER} where there is none. */
    default long wake() {
        return NEVER;
    }

    /** One with the same plans. */
    Scheduler copy();
}
