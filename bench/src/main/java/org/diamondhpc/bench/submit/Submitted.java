package org.diamondhpc.bench.submit;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.diamondhpc.bench.BenchFailed;

/** When a task reached each step up to the scheduler, in seconds after the request was sent. */
record Submitted(String task, List<Double> seconds) {
    static final List<String> STEPS = List.of("requested", "placed", "inputs-staged", "job-submitted");

    static Submitted of(String task, Instant asked, Map<String, Instant> events) {
        List<Double> seconds = new ArrayList<>();
        for (String step : STEPS) {
            Instant at = events.get("org.diamondhpc.task." + step + ".v1");
            if (at == null) {
                throw new BenchFailed("task " + task + " has no event " + step + ", only " + events.keySet());
            }
            seconds.add(Duration.between(asked, at).toNanos() / 1e9);
        }
        return new Submitted(task, seconds);
    }

    double inScheduler() {
        return seconds.getLast();
    }

    List<?> row() {
        List<Object> row = new ArrayList<>(List.of(task));
        row.addAll(seconds);
        return row;
    }
}
