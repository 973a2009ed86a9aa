package org.diamondhpc.bench;

import java.io.IOException;
import org.diamondhpc.bench.report.Report;

/** One thing to measure. */
public interface Benchmark {
    /** Measures; what goes wrong is a {@link BenchFailed}, never a figure. */
    Report run(Run run) throws IOException, InterruptedException;
}
