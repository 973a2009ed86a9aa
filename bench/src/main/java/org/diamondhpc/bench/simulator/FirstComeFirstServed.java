package org.diamondhpc.bench.simulator;

import java.util.List;

/** Jobs start in order; nobody passes the head of the queue. */
final class FirstComeFirstServed implements Scheduler {
    @Override
    public void pass(Cluster cluster, List<Job> queue) {
        for (Job job : queue) {
            if (job.width() > cluster.free()) {
                return;
            }
            cluster.start(job);
        }
    }

    @Override
    public Scheduler copy() {
        return this;
    }
}
