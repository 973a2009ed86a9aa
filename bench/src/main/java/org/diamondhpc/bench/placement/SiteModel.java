package org.diamondhpc.bench.placement;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.diamondhpc.bench.simulator.Cluster;
import org.diamondhpc.bench.simulator.GeneratedTrace;
import org.diamondhpc.bench.simulator.Job;
import org.diamondhpc.bench.simulator.Rules;
import org.diamondhpc.bench.simulator.Trace;
import org.diamondhpc.bench.simulator.TraceFolder;

/**
 * One simulated site: a machine and the part of a trace that keeps it busy; where the trace is not there, a generated one.
 *
 * @param trace file below the folder of traces
 * @param processors the machine's size, in units
 * @param unit processors of the trace that are handed out together
 * @param from seconds after the trace's first submission at which the slice begins
 */
record SiteModel(String name, String trace, int processors, int unit, Rules rules, long from) {
    /** The jobs of the slice, its first second counted as 0. */
    List<Job> jobs(TraceFolder traces, long seconds) throws IOException {
        Optional<Path> file = traces.find(trace);
        if (file.isEmpty()) {
            return new GeneratedTrace(processors, seconds).jobs(name.hashCode());
        }
        Trace read = Trace.read(file.get());
        long begin = read.rows().getFirst().job().submit() + from;
        return read.rows().stream().map(Trace.Row::job).filter(j -> j.submit() >= begin && j.submit() < begin + seconds)
                .map(j -> new Job(j.id(), j.submit() - begin, j.run(), j.limit(), (j.width() + unit - 1) / unit, j.user(),
                        j.application())).filter(j -> j.width() <= processors).toList();
    }

    Cluster cluster(List<Job> jobs) {
        return new Cluster(jobs, processors, rules);
    }
}
