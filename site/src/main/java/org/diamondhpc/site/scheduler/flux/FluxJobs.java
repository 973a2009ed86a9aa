package org.diamondhpc.site.scheduler.flux;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.diamondhpc.schemas.DiamondJson;
import org.diamondhpc.schemas.task.JobUsage;
import org.diamondhpc.site.scheduler.family.Sight;
import org.diamondhpc.site.scheduler.family.Sight.Phase;
import org.diamondhpc.site.scheduler.family.Sight.Times;
import org.diamondhpc.site.scheduler.text.NodeList;

/** {@code flux jobs --json}: one job is a bare object, several are {@code {"jobs": […]}}; a missing key was not reached. */
final class FluxJobs {
    private FluxJobs() {
    }

    /** @throws IllegalArgumentException where a document does not parse */
    static List<JsonNode> parse(String text) {
        List<JsonNode> all = new ArrayList<>();
        for (String line : text.split("\n")) {
            // Between the documents stand messages, for example of ids nobody knows.
            if (line.startsWith("{")) {
                try {
                    JsonNode document = DiamondJson.json().readTree(line);
                    if (document.has("jobs")) {
                        document.get("jobs").forEach(all::add);
                    } else if (document.has("id")) {
                        all.add(document);
                    }
                } catch (JsonProcessingException e) {
                    throw new IllegalArgumentException("flux's JSON cannot be read: " + e.getOriginalMessage(), e);
                }
            }
        }
        return all;
    }

    static List<Sight> sights(String text) {
        return parse(text).stream().map(FluxJobs::sight).toList();
    }

    static Sight sight(JsonNode j) {
        Phase phase = phase(j.path("state").asText());
        boolean over = phase == Phase.ENDED;
        String token = j.at("/annotations/user/diamond").asText("");
        Times times = new Times(time(j, "t_submit"), time(j, "t_run"), time(j, "t_inactive"),
                at(j.at("/annotations/sched/t_estimate")));
        return new Sight(j.path("id").asText(), List.of(), phase, over ? j.path("result").asText("INACTIVE")
                : j.path("state").asText(), over ? "" : reason(j), token.isEmpty() ? null : token,
                j.hasNonNull("cwd") ? j.get("cwd").asText() : null, times,
                NodeList.expand(j.path("nodelist").asText("")), 0, over ? FluxEnd.of(j) : null,
                over && j.hasNonNull("runtime") ? usage(j, times) : null);
    }

    private static Phase phase(String state) {
        return switch (state) {
            case "NEW", "DEPEND", "PRIORITY", "SCHED" -> Phase.WAITING;
            case "RUN", "CLEANUP" -> Phase.RUNNING;
            case "INACTIVE" -> Phase.ENDED;
            default -> Phase.UNKNOWN;
        };
    }

    static String reason(JsonNode j) {
        if (j.path("state").asText().equals("DEPEND")) {
            return j.path("dependencies").toString().contains("begin@") ? "BeginTime" : "Dependency";
        }
        return j.path("urgency").asInt(16) == 0 || j.path("priority").asLong(1) == 0 ? "JobHeldUser" : "Queued";
    }

    private static JobUsage usage(JsonNode j, Times t) {
        Duration queued = t.submit() == null || t.start() == null ? null : Duration.between(t.submit(), t.start());
        return new JobUsage(Duration.ofMillis((long) (j.get("runtime").asDouble() * 1000)), null, null,
                j.at("/annotations/sched/resource_summary").asText(null), queued);
    }

    private static Instant time(JsonNode j, String name) {
        return at(j.path(name));
    }

    static Instant at(JsonNode seconds) {
        return seconds.isNumber() && seconds.asDouble() > 0
                ? Instant.ofEpochMilli((long) (seconds.asDouble() * 1000)) : null;
    }
}
