package org.diamondhpc.bench.wake;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.diamondhpc.bench.BenchFailed;
import org.diamondhpc.bench.ground.Gateway;
import org.diamondhpc.bench.ground.Tasks;

/** Opens a session, asks for a task, parks, and hangs on the session's wakes until it is woken. */
final class Agent {
    private static final Duration PATIENCE = Duration.ofMinutes(5);

    private final Gateway gateway;
    private final Clock clock;

    Agent(Gateway gateway, Clock clock) {
        this.gateway = gateway;
        this.clock = clock;
    }

    /** A session that was woken once so far. */
    record Waking(String session, String task, Instant received) {
    }

    /**
     * @param seconds how long the job sleeps
     * @param output whether it leaves a file to be collected
     */
    Waking sleepUntilEnd(String site, String name, double seconds, boolean output) throws InterruptedException {
        String session = gateway.post("/v1/sessions", Map.of("title", name)).path("id").asText();
        Map<String, Object> spec = Tasks.spec(site, name, String.format(Locale.ROOT,
                "sleep %.3f%necho result > result.txt%nprintf 'stamp %%s %%s\\n' \"$DIAMOND_ATTEMPT\" \"$EPOCHREALTIME\"%n", seconds));
        spec.put("session", session);
        if (output) {
            spec.put("outputs", List.of(Map.of("glob", "result.txt")));
        }
        String task = gateway.post("/v1/tasks", spec).path("id").asText();
        gateway.post("/v1/sessions/" + session + "/waits", Map.of("tasks", List.of(task)));
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (System.nanoTime() < deadline) {
            JsonNode wakes = gateway.get("/v1/sessions/" + session + "/wakes?after=0&wait=50").path("items");
            Instant received = clock.instant();
            if (!wakes.isEmpty()) {
                return new Waking(session, task, received);
            }
        }
        throw new BenchFailed("no wake for task " + task + " after " + PATIENCE + "; it is "
                + gateway.get("/v1/tasks/" + task).path("state"));
    }
}
