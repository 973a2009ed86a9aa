package org.diamondhpc.bench.metadata;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.diamondhpc.bench.Benchmark;
import org.diamondhpc.bench.Run;
import org.diamondhpc.bench.ground.Gateway;
import org.diamondhpc.bench.ground.Ground;
import org.diamondhpc.bench.report.Figure;
import org.diamondhpc.bench.report.LoadWatch;
import org.diamondhpc.bench.report.Report;

/** {@code diamond bench metadata}. */
public final class MetadataBench implements Benchmark {
    private static final List<String> SITES = List.of("alpha", "beta");
    private static final int APPLICATIONS = 10;

    @Override
    public Report run(Run run) throws IOException, InterruptedException {
        String startedAt = Instant.now().truncatedTo(ChronoUnit.SECONDS).toString();
        int tasks = run.options().number("tasks", 220);
        try (LoadWatch load = new LoadWatch(); Ground ground = Ground.of(run, SITES, clusters -> { })) {
            ground.warmUp(run, SITES);
            upload(ground.gateway());
            run.say(tasks + " tasks without metadata");
            Outcome off = outcome(run, ground.gateway(), "off", tasks, false);
            run.say(tasks + " tasks with metadata");
            Outcome on = outcome(run, ground.gateway(), "on", tasks, true);
            List<Figure> figures = new ArrayList<>(off.figures("off"));
            figures.addAll(on.figures("on"));
            figures.add(Figure.atMost("metadata on: jobs on a machine their program is not made for", on.mismatches(), "", 0));
            return new Report("metadata", startedAt, figures, load.noise(1), List.of(
                    "half of the applications are real x86_64 programs, half real aarch64 programs; both sites are x86_64, so"
                            + " no site can run the other half: with metadata they are refused before submission, with the"
                            + " reason, and without they fail at the site"), run.raw().folder().toString());
        }
    }

    /** @param mismatches jobs that ran and failed since the program is made for another machine */
    private record Outcome(int tasks, int succeeded, int mismatches, int refused, int other) {
        List<Figure> figures(String metadata) {
            String name = "metadata " + metadata + ": ";
            return List.of(Figure.of(name + "tasks", tasks, ""), Figure.of(name + "- ended well", succeeded, ""),
                    Figure.of(name + "- failed at the site, made for another machine", mismatches, ""),
                    Figure.of(name + "- refused before submission, with the reason", refused, ""),
                    Figure.of(name + "- anything else", other, ""));
        }
    }

    private static TinyProgram machine(int application) {
        return application % 2 == 0 ? TinyProgram.X86_64 : TinyProgram.AARCH64;
    }

    private static void upload(Gateway gateway) throws InterruptedException {
        for (int i = 0; i < APPLICATIONS; i++) {
            gateway.put("/v1/workspaces/bench/files/app-" + i, machine(i).bytes(("application " + i)
                    .getBytes(StandardCharsets.US_ASCII)));
            gateway.put("/v1/applications/app-" + i, "{\"description\": \"ends at once\"}".getBytes(StandardCharsets.US_ASCII));
        }
    }

    private static Outcome outcome(Run run, Gateway gateway, String name, int count, boolean derived)
            throws InterruptedException {
        List<Map<String, Object>> batch = IntStream.range(0, count).mapToObj(i -> spec(i % APPLICATIONS, derived)).toList();
        List<String> ids = new ArrayList<>();
        gateway.post("/v1/task-batches", batch).path("items").forEach(t -> ids.add(t.path("id").asText()));
        int[] tally = new int[4];
        List<List<?>> rows = new ArrayList<>();
        for (int i = 0; i < ids.size(); i++) {
            JsonNode task = ended(gateway, ids.get(i));
            boolean foreign = machine(i % APPLICATIONS) == TinyProgram.AARCH64;
            String reason = task.path("problem").path("reason").asText("");
            String detail = task.path("problem").path("detail").asText("");
            boolean refused = reason.equals("PLACEMENT_INFEASIBLE") && detail.contains("of architecture");
            int kind = task.path("state").asText().equals("SUCCEEDED") ? 0
                    : foreign && reason.equals("SCHEDULER_JOB_FAILED") ? 1 : foreign && refused ? 2 : 3;
            tally[kind]++;
            rows.add(List.of(ids.get(i), machine(i % APPLICATIONS), task.path("state").asText(), reason, detail));
        }
        run.raw().table("metadata-" + name, List.of("task", "machine", "state", "reason", "detail"), rows);
        return new Outcome(ids.size(), tally[0], tally[1], tally[2], tally[3]);
    }

    private static JsonNode ended(Gateway gateway, String id) throws InterruptedException {
        JsonNode task = gateway.get("/v1/tasks/" + id);
        for (int i = 0; i < 60 && (task.path("endedAt").isMissingNode() || task.path("endedAt").isNull()); i++) {
            task = gateway.get("/v1/tasks/" + id + "?wait=20");
        }
        return task;
    }

    private static Map<String, Object> spec(int application, boolean derived) {
        Map<String, Object> spec = new LinkedHashMap<>();
        spec.put("name", "metadata-" + application);
        spec.put("executable", "app");
        spec.put("application", "app-" + application);
        spec.put("inputs", List.of(Map.of("from", "ws://bench/app-" + application, "to", "app", "executable", true)));
        spec.put("constraints", Map.of("sites", SITES, "derived", derived));
        spec.put("resources", Map.of("duration", "5m"));
        return spec;
    }
}
