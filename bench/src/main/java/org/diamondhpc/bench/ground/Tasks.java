package org.diamondhpc.bench.ground;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import org.diamondhpc.bench.BenchFailed;

/** Tasks of this benchmark at one site. */
public final class Tasks {
    private static final Duration PATIENCE = Duration.ofMinutes(10);
    /** What one request takes (task-batches). */
    private static final int BATCH = 500;

    private final Ground ground;
    private final String site;
    private final List<String> ids = new ArrayList<>();
    private String queue;

    private Tasks(Ground ground, String site) {
        this.ground = ground;
        this.site = site;
    }

    public static Tasks of(Ground ground, String site) {
        return new Tasks(ground, site);
    }

    /** A task specification: one process of one core that runs a bash script. */
    public static Map<String, Object> spec(String site, String name, String script) {
        Map<String, Object> spec = new LinkedHashMap<>();
        spec.put("name", name);
        spec.put("script", "#!/bin/bash\n" + script);
        spec.put("resources", Map.of("duration", "10m"));
        spec.put("constraints", Map.of("sites", List.of(site)));
        return spec;
    }

    /** All further tasks go into this partition. */
    public Tasks into(String partition) {
        queue = partition;
        return this;
    }

    /** Asks for so many, in as few requests as the interface allows. */
    public Tasks all(int count, IntFunction<String> script) throws InterruptedException {
        for (int from = 0; from < count; from += BATCH) {
            List<Map<String, Object>> batch = new ArrayList<>();
            for (int i = from; i < Math.min(count, from + BATCH); i++) {
                Map<String, Object> spec = spec(site, "bench-" + i, script.apply(i));
                if (queue != null) {
                    spec.put("queue", queue);
                }
                batch.add(spec);
            }
            ground.gateway().post("/v1/task-batches", batch).path("items")
                    .forEach(task -> ids.add(task.path("id").asText()));
        }
        return this;
    }

    public List<String> ids() {
        return List.copyOf(ids);
    }

    /** Waits until all have ended well. */
    public void awaitEnd() throws InterruptedException {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        for (String id : ids) {
            JsonNode task = ground.gateway().get("/v1/tasks/" + id);
            while (task.path("endedAt").isMissingNode() || task.path("endedAt").isNull()) {
                if (System.nanoTime() > deadline) {
                    throw new BenchFailed("task " + id + " is " + task.path("state").asText() + " after " + PATIENCE
                            + ": " + task.path("problem"));
                }
                task = ground.gateway().get("/v1/tasks/" + id + "?wait=20");
            }
            if (!task.path("state").asText().equals("SUCCEEDED")) {
                throw new BenchFailed("task " + id + " is " + task.path("state").asText() + ": " + task.path("problem"));
            }
        }
    }
}
