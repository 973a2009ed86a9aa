package org.diamondhpc.discovery.domain.wait;

import java.util.HashSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import org.diamondhpc.discovery.domain.wait.EasyBackfill.Waiting;

/**
 * The first pass of {@link EasyBackfill} over a queue: what starts at once, with the room guarded that the first of each
 * partition to wait will need. One more job behind the others is one more step.
 *
 * @param blocked partitions whose head waits
 * @param starting jobs that start
 */
record Beginning(Outlook outlook, Set<String> blocked, int starting) {
    /** How far behind the head is looked; Slurm's {@code bf_max_job_test} is 500. */
    private static final int DEPTH = 500;
    private static final int MANY_CELLS = 128;

    static Beginning of(Outlook nodes, List<Waiting> queue) {
        Beginning all = new Beginning(nodes, Set.of(), 0);
        for (Waiting job : queue.subList(0, Math.min(DEPTH, queue.size()))) {
            all = all.and(job);
        }
        return all;
    }

    Beginning and(Waiting job) {
        if (job.eligibleAt() > 0) {
            return this;
        }
        if (outlook.startsAt(job.ask(), 0)) {
            Outlook with = outlook.with(job.ask(), 0);
            return new Beginning(with.cells().size() > MANY_CELLS ? with.merged() : with, blocked, starting + 1);
        }
        String partition = String.valueOf(job.ask().partition());
        OptionalLong turn = blocked.contains(partition) ? OptionalLong.empty() : outlook.earliest(job.ask(), 0);
        if (turn.isEmpty()) {
            return this;
        }
        Set<String> more = new HashSet<>(blocked);
        more.add(partition);
        return new Beginning(outlook.guarding(job.ask(), turn.getAsLong(), 0), more, starting);
    }
}
