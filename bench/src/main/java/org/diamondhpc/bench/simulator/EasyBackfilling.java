package org.diamondhpc.bench.simulator;

import java.util.List;

/** EASY (Lifka 1995): whoever does not delay the head of the queue may pass it, going by limits. */
final class EasyBackfilling implements Scheduler {
    @Override
    public void pass(Cluster cluster, List<Job> queue) {
        int next = 0;
        while (next < queue.size() && queue.get(next).width() <= cluster.free()) {
            cluster.start(queue.get(next++));
        }
        if (next < queue.size() && cluster.free() > 0) {
            backfill(cluster, queue.get(next), queue.subList(next + 1, queue.size()));
        }
    }

    private static void backfill(Cluster cluster, Job head, List<Job> behind) {
        long shadow = Long.MIN_VALUE;
        int spare = cluster.free() - head.width();
        for (Running running : cluster.running()) {
            if (spare >= 0 && running.limitEnd() > shadow) {
                break;
            }
            spare += running.job().width();
            shadow = running.limitEnd();
        }
        for (Job job : behind) {
            boolean over = cluster.now() + job.limit() <= shadow;
            if (job.width() <= cluster.free() && (over || job.width() <= spare)) {
                cluster.start(job);
                spare -= over ? 0 : job.width();
            }
        }
    }

    @Override
    public Scheduler copy() {
        return this;
    }
}
