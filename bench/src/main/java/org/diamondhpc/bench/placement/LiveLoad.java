package org.diamondhpc.bench.placement;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.diamondhpc.bench.BenchFailed;
import org.diamondhpc.bench.simulator.Cluster;
import org.diamondhpc.bench.simulator.Job;
import org.diamondhpc.bench.simulator.Running;
import org.diamondhpc.bench.simulator.TraceFolder;

/**
 * The slice of a trace that keeps a real cluster busy, time compressed: the first one of those that offer about as much work
 * as the cluster can do. Widths are scaled to the cluster's nodes; a job of less than a node is one node wide and kept by
 * chance, so that the load stays what it was. The cluster begins with the jobs that would run and wait by then.
 */
record LiveLoad(List<Arrival> arrivals) {
    /** A second of the cluster is so many of the trace. */
    static final int COMPRESSION = 300;
    private static final long WARM = 20 * 86_400L;
    private static final long LONGEST_TRACE = 2000 * 86_400L;

    /** @param at seconds after the beginning @param limit minutes, the grain of Slurm's limits */
    record Arrival(double at, int nodes, long limit, double run) {
    }

    static LiveLoad of(SiteModel model, int nodes, TraceFolder traces, long seconds, long seed) throws IOException {
        Random random = new Random(seed * 31 + model.name().hashCode());
        List<Job> jobs = model.jobs(traces, LONGEST_TRACE).stream().map(job -> scaled(job, (double) nodes / model.processors(), random))
                .filter(job -> job != null && job.width() <= nodes).toList();
        Cluster before = new SiteModel(model.name(), model.trace(), nodes, 1, model.rules(), 0).cluster(jobs);
        long begin = full(jobs, nodes, seconds * COMPRESSION);
        before.advance(begin);
        List<Arrival> arrivals = new ArrayList<>();
        for (Running running : before.running()) {
            long elapsed = begin - running.start();
            arrivals.add(arrival(0, running.job(), elapsed));
        }
        before.queue().forEach(job -> arrivals.add(arrival(0, job, 0)));
        jobs.stream().filter(j -> j.submit() > begin && j.submit() <= begin + seconds * COMPRESSION)
                .forEach(j -> arrivals.add(arrival(j.submit() - begin, j, 0)));
        return new LiveLoad(arrivals);
    }

    /** When the slice begins whose jobs ask for as many node seconds as the cluster has, or as near to it as there is. */
    private static long full(List<Job> jobs, int nodes, long length) {
        Map<Long, Double> work = new TreeMap<>();
        jobs.stream().filter(j -> j.submit() >= WARM)
                .forEach(j -> work.merge((j.submit() - WARM) / length, (double) j.run() * j.width(), Double::sum));
        double room = (double) nodes * length;
        long slice = work.entrySet().stream().min(Comparator.comparingDouble(w -> Math.abs(w.getValue() / room - 1)))
                .orElseThrow(() -> new BenchFailed("the trace ends within its warm-up")).getKey();
        return WARM + slice * length;
    }

    private static Job scaled(Job job, double scale, Random random) {
        double width = job.width() * scale;
        int whole = width >= 1 ? (int) Math.round(width) : random.nextDouble() < width ? 1 : 0;
        return whole == 0 ? null : new Job(job.id(), job.submit(), job.run(), job.limit(), whole, job.user(), job.application());
    }

    private static Arrival arrival(long after, Job job, long elapsed) {
        return new Arrival((double) after / COMPRESSION, job.width(),
                Math.max(1, Math.ceilDiv(job.limit() - elapsed, 60L * COMPRESSION)),
                Math.max(0.1, (double) (job.run() - elapsed) / COMPRESSION));
    }
}
