package org.diamondhpc.bench.startup;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.diamondhpc.bench.BenchFailed;
import org.diamondhpc.bench.Benchmark;
import org.diamondhpc.bench.Run;
import org.diamondhpc.bench.ground.Pss;
import org.diamondhpc.bench.ground.Shell;
import org.diamondhpc.bench.report.Figure;
import org.diamondhpc.bench.report.LoadWatch;
import org.diamondhpc.bench.report.Report;
import org.diamondhpc.bench.report.Samples;
import org.diamondhpc.standalone.StandaloneInstance;

/** {@code diamond bench startup}: no clusters, no tasks. */
public final class StartupBench implements Benchmark {
    private static final List<String> PROCESSES =
            List.of("postgres", "broker", "gateway", "discovery", "transfer", "submit", "monitor");
    private static final String SUPERVISOR = "supervisor";
    private static final Duration REST = Duration.ofSeconds(5);

    private final List<Double> cold = new ArrayList<>();
    private final List<Double> again = new ArrayList<>();
    private final List<Map<String, Double>> memory = new ArrayList<>();

    @Override
    public Report run(Run run) throws IOException, InterruptedException {
        String startedAt = Instant.now().truncatedTo(ChronoUnit.SECONDS).toString();
        if (run.options().here()) {
            throw new BenchFailed("the running instance would have to be stopped; run it without --here");
        }
        try (LoadWatch load = new LoadWatch()) {
            for (int i = 0; i < run.options().number("repeat", 3); i++) {
                run.say("starting from nothing, then again on kept data");
                once();
            }
            run.raw().table("seconds", List.of("cold", "again"), rows());
            run.raw().table("pss_mib", List.copyOf(memory.getFirst().keySet()),
                    memory.stream().<List<?>>map(m -> List.copyOf(m.values())).toList());
            return new Report("startup", startedAt, figures(), load.noise(cold.size()), List.of(
                    "from nothing: empty folder, PostgreSQL's programs unpacked, database and broker made; until every"
                            + " service says it is ready. Memory is PSS, idle, " + REST.toSeconds() + " s after the second start"),
                    run.raw().folder().toString());
        }
    }

    private void once() throws IOException, InterruptedException {
        Path folder = Files.createTempDirectory("diamond-bench-");
        try {
            long begin = System.nanoTime();
            try (StandaloneInstance instance = StandaloneInstance.start(folder, Map.of())) {
                cold.add((System.nanoTime() - begin) / 1e9);
                instance.stop();
                begin = System.nanoTime();
                instance.start();
                again.add((System.nanoTime() - begin) / 1e9);
                Thread.sleep(REST);
                memory.add(memory(instance));
            }
        } finally {
            Shell.run(List.of("rm", "-rf", "--", folder.toString()));
        }
    }

    /** The supervisor's children are counted by themselves, not with it. */
    private static Map<String, Double> memory(StandaloneInstance instance) {
        Map<String, Double> all = new LinkedHashMap<>();
        PROCESSES.forEach(process -> all.put(process, Pss.mebibytes(instance.pid(process))));
        all.put(SUPERVISOR, Pss.alone(instance.pid(SUPERVISOR)));
        return all;
    }

    private List<List<?>> rows() {
        List<List<?>> rows = new ArrayList<>();
        for (int i = 0; i < cold.size(); i++) {
            rows.add(List.of(cold.get(i), again.get(i)));
        }
        return rows;
    }

    private List<Figure> figures() {
        List<Figure> all = new ArrayList<>(List.of(Figure.of("start from nothing", Samples.of(cold).median(), "s"),
                Figure.of("start on kept data", Samples.of(again).median(), "s"),
                Figure.of("memory of all processes", Samples.of(memory.stream()
                        .map(m -> m.values().stream().mapToDouble(Double::doubleValue).sum()).toList()).median(), "MiB")));
        memory.getFirst().keySet().forEach(process -> all.add(Figure.of("- " + process,
                Samples.of(memory.stream().map(m -> m.get(process)).toList()).median(), "MiB")));
        return all;
    }
}
