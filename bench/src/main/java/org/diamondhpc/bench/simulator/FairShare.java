package org.diamondhpc.bench.simulator;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Priority from age and fair-share as in Slurm's multifactor plugin: {@code 1000·min(1, age/7 d) + 2000·2^(−usage/share)},
 * with equal shares for all users and usage halved every 7 days.
 */
final class FairShare implements Order {
    private static final double WEEK = 7 * 86_400;
    private static final double AGE = 1000;
    private static final double FAIR = 2000;

    private final Map<Integer, Double> usage;
    private double total;
    private long origin;

    FairShare() {
        this(new HashMap<>(), 0, 0);
    }

    private FairShare(Map<Integer, Double> usage, double total, long origin) {
        this.usage = usage;
        this.total = total;
        this.origin = origin;
    }

    @Override
    public List<Job> of(List<Job> waiting, Cluster cluster) {
        Map<Job, Long> priorities = new HashMap<>();
        waiting.forEach(job -> priorities.put(job, priority(job, cluster)));
        return waiting.stream().sorted(Comparator.comparing((Job job) -> -priorities.get(job))).toList();
    }

    @Override
    public long priority(Job job, Cluster cluster) {
        double age = Math.min(1, (cluster.now() - job.submit()) / WEEK);
        double share = total == 0 ? 0 : usage.getOrDefault(job.user(), 0.0) / total * Math.max(1, usage.size());
        return Math.round(AGE * age + FAIR * Math.pow(2, -share));
    }

    @Override
    public void ended(Running running, long end) {
        // usage counts more the later it was, instead of being halved everywhere from time to time
        origin = usage.isEmpty() ? end : origin;
        double weighted = running.job().run() * (double) running.job().width() * Math.pow(2, (end - origin) / WEEK);
        usage.merge(running.job().user(), weighted, Double::sum);
        total += weighted;
    }

    @Override
    public Order copy() {
        return new FairShare(new HashMap<>(usage), total, origin);
    }
}
