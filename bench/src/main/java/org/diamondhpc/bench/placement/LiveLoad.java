package org.diamondhpc.bench.placement;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.diamondhpc.bench.simulator.Cluster;
import org.diamondhpc.bench.simulator.Job;
import org.diamondhpc.bench.simulator.Running;
import org.diamondhpc.bench.simulator.TraceFolder;

/**
 * The slice of a trace that keeps a real cluster busy, time compressed. Widths are scaled to the cluster's nodes; a job of
 * less than a node is one node wide and kept by chance, so that the load stays what it was. The cluster begins with the
 * jobs that would run and wait by then.
 */
record LiveLoad(List<Arrival> arrivals) {
    /** A second of the cluster is so many of the trace. */
    static final int COMPRESSION = 300;
    private static final long WARM = 20 * 86_400L;

    /** @param at seconds after the beginning @param limit minutes, the grain of Slurm's limits */
    record Arrival(double at, int nodes, long limit, double run) {
    }

    static LiveLoad of(SiteModel model, int nodes, TraceFolder traces, long seconds, long seed) throws IOException {
        Random random = new Random(seed * 31 + model.name().hashCode());
        long slice = WARM + seconds * COMPRESSION;
        List<Job> jobs = model.jobs(traces, slice).stream().map(job -> scaled(job, (double) nodes / model.processors(), random))
                .filter(job -> job != null && job.width() <= nodes).toList();
        Cluster before = new SiteModel(model.name(), model.trace(), nodes, 1, model.rules(), 0).cluster(jobs);
        before.advance(WARM);
        List<Arrival> arrivals = new ArrayList<>();
        for (Running running : before.running()) {
            long elapsed = WARM - running.start();
            arrivals.add(arrival(0, running.job(), elapsed));
        }
        before.queue().forEach(job -> arrivals.add(arrival(0, job, 0)));
        jobs.stream().filter(j -> j.submit() > WARM).forEach(j -> arrivals.add(arrival(j.submit() - WARM, j, 0)));
        return new LiveLoad(arrivals);
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
