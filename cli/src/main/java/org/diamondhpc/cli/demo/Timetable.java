package org.diamondhpc.cli.demo;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import org.diamondhpc.cli.client.Task;

/**
 * Where the time went: consecutive moments from the first to the last, each stretch under one heading. A moment that
 * is not known, or before the last one (clocks of sites differ), makes no stretch; what is left goes to the next.
 */
final class Timetable {
    /** What no heading explains. */
    static final String OTHER = "other";

    private final Instant begin;
    private final Map<String, Duration> stretches = new LinkedHashMap<>();
    private Instant last;

    Timetable(Instant begin) {
        this.begin = begin;
        this.last = begin;
    }

    void until(Instant moment, String heading) {
        if (moment != null && moment.isAfter(last)) {
            stretches.merge(heading, Duration.between(last, moment), Duration::plus);
            last = moment;
        }
    }

    /** The current attempt once around the ring; what earlier attempts took is not explained. */
    void task(Task task) {
        until(task.time("/timings/readyAt"), task.number("/attempt") > 1 ? OTHER : "① letting the next step go");
        until(task.time("/timings/placedAt"), "② placing");
        until(task.time("/timings/stagedAt"), "③ staging");
        until(task.time("/timings/submittedAt"), "④ submitting");
        until(task.time("/timings/startedAt"), "⑤ in the queue");
        until(task.time("/timings/finishedAt"), "⑤ running");
        until(task.time("/endedAt"), "⑥ noticing and collecting");
    }

    Duration wall() {
        return Duration.between(begin, last);
    }

    Map<String, Duration> stretches() {
        return stretches;
    }

    double percent(Duration part) {
        return wall().isZero() ? 0 : 100.0 * part.toMillis() / Math.max(1, wall().toMillis());
    }

    double explained() {
        return 100 - percent(stretches.getOrDefault(OTHER, Duration.ZERO));
    }

    void into(ObjectNode json) {
        ObjectNode table = json.putObject("time").put("wallSeconds", wall().toMillis() / 1000.0)
                .put("explainedPercent", explained());
        ArrayNode rows = table.putArray("stretches");
        stretches.forEach((heading, took) -> rows.addObject().put("what", heading)
                .put("seconds", took.toMillis() / 1000.0).put("percent", percent(took)));
    }
}
