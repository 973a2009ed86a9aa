package org.diamondhpc.bench.wake;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * One job's way to its agent.
 *
 * @param lastInstruction by the job itself, on its standard output
 * @param exitWritten by the job's wrapper, just before its hint
 * @param jobFinished, outputsCollected when these events were made; the end and the wake are one transaction with the
 *     handling of the latter
 * @param received when the client's long poll was answered
 * @param wakes how many the session got in all
 */
record Woken(String task, Instant lastInstruction, Instant exitWritten, Instant jobFinished, Instant outputsCollected,
        Instant received, int wakes) {
    static final List<String> HOPS = List.of("job's last instruction to its exit file", "exit file to JobFinished (hint, monitor)",
            "JobFinished to OutputsCollected (transfer)", "OutputsCollected to the client (gateway, wake)");

    static Woken of(String task, Instant lastInstruction, Instant exitWritten, Map<String, Instant> events,
            Instant received, int wakes) {
        return new Woken(task, lastInstruction, exitWritten, events.get("org.diamondhpc.task.job-finished.v1"),
                events.get("org.diamondhpc.task.outputs-collected.v1"), received, wakes);
    }

    /** In milliseconds. */
    double latency() {
        return millis(lastInstruction, received);
    }

    /** In the order of {@link #HOPS}, in milliseconds. */
    List<Double> hops() {
        List<Instant> moments = List.of(lastInstruction, exitWritten, jobFinished, outputsCollected, received);
        List<Double> hops = new ArrayList<>();
        for (int i = 1; i < moments.size(); i++) {
            hops.add(millis(moments.get(i - 1), moments.get(i)));
        }
        return hops;
    }

    List<?> row() {
        List<Object> row = new ArrayList<>(List.of(task, lastInstruction, received, wakes, latency()));
        row.addAll(hops());
        return row;
    }

    private static double millis(Instant from, Instant to) {
        return Duration.between(from, to).toNanos() / 1e6;
    }
}
