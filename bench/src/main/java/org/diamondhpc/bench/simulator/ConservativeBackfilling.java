package org.diamondhpc.bench.simulator;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Conservative backfilling (Mu'alem and Feitelson 2001): every job gets a reservation when it comes, and keeps it; when one
 * ends before its limit the others move up in turn, each no later than it was promised.
 */
final class ConservativeBackfilling implements Scheduler {
    private final Map<Job, Long> promised;

    ConservativeBackfilling() {
        this(new LinkedHashMap<>());
    }

    private ConservativeBackfilling(Map<Job, Long> promised) {
        this.promised = promised;
    }

    @Override
    public void pass(Cluster cluster, List<Job> queue) {
        Profile profile = new Profile(cluster.now(), cluster.processors());
        cluster.running().forEach(r -> profile.add(cluster.now(), r.limitEnd(), -r.job().width()));
        promised.forEach((job, start) -> profile.add(start, start + job.limit(), -job.width()));
        if (cluster.endedEarly()) {
            moveUp(profile, cluster.now());
        }
        for (Job job : queue) {
            if (!promised.containsKey(job)) {
                promise(job, profile, cluster.now());
            }
        }
        for (Job job : new ArrayList<>(promised.keySet())) {
            if (promised.get(job) <= cluster.now()) {
                promised.remove(job);
                cluster.start(job);
            }
        }
    }

    /** The start promised to a job that waits. */
    Long promised(Job job) {
        return promised.get(job);
    }

    private void moveUp(Profile profile, long now) {
        List<Job> byStart = new ArrayList<>(promised.keySet());
        Map<Job, Long> before = new HashMap<>(promised);
        byStart.sort((a, b) -> Long.compare(before.get(a), before.get(b)));
        for (Job job : byStart) {
            long start = promised.get(job);
            profile.add(start, start + job.limit(), job.width());
            promise(job, profile, now);
        }
    }

    private void promise(Job job, Profile profile, long now) {
        long start = profile.earliest(job.width(), job.limit(), now);
        profile.add(start, start + job.limit(), -job.width());
        promised.put(job, start);
    }

    @Override
    public long wake() {
        return promised.values().stream().mapToLong(Long::longValue).min().orElse(NEVER);
    }

    @Override
    public Scheduler copy() {
        return new ConservativeBackfilling(new LinkedHashMap<>(promised));
    }
}
