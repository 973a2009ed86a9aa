package org.diamondhpc.site.scheduler.family;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.diamondhpc.schemas.site.Owners;
import org.diamondhpc.schemas.site.QueuedJob;

/** Collects everybody's jobs for a snapshot, bounded as a snapshot is one record on a topic. */
public final class QueueSketch {
    /** What lies deeper in the queue hardly changes a prediction. */
    public static final int MOST_JOBS = 3000;
    private static final int MOST_NAMES = 20_000;

    private final Set<String> own;
    private final List<QueuedJob> jobs = new ArrayList<>();
    private final Map<String, Integer> running = new HashMap<>();
    private final Map<String, Integer> pending = new HashMap<>();

    /** @param own logins whose jobs are Diamond's */
    public QueueSketch(Set<String> own) {
        this.own = own;
    }

    public boolean owns(String user) {
        return own.contains(user);
    }

    /** @param copies how many elements of an array the row stands for */
    public void add(String user, QueuedJob job, int copies) {
        (job.running() ? running : pending).merge(user, copies, Integer::sum);
        QueuedJob owned = job.ownedBy(Owners.word(user));
        for (int i = 0; i < Math.min(copies, MOST_JOBS); i++) {
            jobs.add(owned);
        }
    }

    /** Running jobs first, then by priority. */
    public Look.QueueView view() {
        jobs.sort(Comparator.comparing((QueuedJob j) -> !j.running()).thenComparing(j -> -j.priority()));
        boolean truncated = jobs.size() > MOST_JOBS;
        List<QueuedJob> kept = new ArrayList<>();
        int names = 0;
        for (QueuedJob j : truncated ? jobs.subList(0, MOST_JOBS) : jobs) {
            names += j.nodeNames().size();
            kept.add(names <= MOST_NAMES ? j : new QueuedJob(j.id(), j.partition(), j.running(), j.nodes(), j.cores(),
                    j.gpus(), j.memoryMb(), j.limit(), j.elapsed(), j.priority(), j.submittedAt(), j.eligibleAt(),
                    j.reason(), List.of(), j.own(), j.owner()));
        }
        return new Look.QueueView(kept, truncated, running, pending);
    }
}
