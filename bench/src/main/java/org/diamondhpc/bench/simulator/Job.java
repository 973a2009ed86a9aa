package org.diamondhpc.bench.simulator;

/**
 * One job of a trace. Times are seconds.
 *
 * @param submit since the trace's beginning
 * @param run how long it really runs; known to the cluster alone
 * @param limit how long it may run, never less than {@code run}
 * @param width processors or nodes, whatever the cluster counts
 */
public record Job(int id, long submit, long run, long limit, int width, int user, int application) {
    public Job {
        if (width < 1 || run < 0) {
            throw new IllegalArgumentException("job %d is %d wide and runs %d s".formatted(id, width, run));
        }
        limit = Math.max(limit, run);
    }

    public Job at(long time) {
        return new Job(id, time, run, limit, width, user, application);
    }
}
