package org.diamondhpc.bench.simulator;

/** A job on the machine. */
public record Running(Job job, long start) {
    /** When it really ends. */
    long end() {
        return start + job.run();
    }

    /** When its limit ends, which is all a scheduler knows. */
    public long limitEnd() {
        return start + job.limit();
    }
}
