package org.diamondhpc.bench.placement;

import java.io.IOException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import org.diamondhpc.bench.Benchmark;
import org.diamondhpc.bench.Run;
import org.diamondhpc.bench.ground.Ground;
import org.diamondhpc.bench.report.Figure;
import org.diamondhpc.bench.report.LoadWatch;
import org.diamondhpc.bench.report.Report;
import org.diamondhpc.bench.simulator.TraceFolder;

/** {@code diamond bench placement}. */
public final class PlacementBench implements Benchmark {
    private static final String SIMULATED = "simulated";
    private static final String LIVE = "live";
    private static final double MEDIAN_LIVE_SECONDS = 4;

    @Override
    public Report run(Run run) throws IOException, InterruptedException {
        String startedAt = Instant.now().truncatedTo(ChronoUnit.SECONDS).toString();
        List<Figure> figures = new ArrayList<>();
        List<String> notes = new ArrayList<>();
        try (LoadWatch load = new LoadWatch()) {
            if (run.options().wants(SIMULATED)) {
                simulated(run, figures, notes);
            }
            if (run.options().wants(LIVE)) {
                live(run, figures, notes);
            }
            return new Report("placement", startedAt, figures, load.noise(run.options().number("rounds", 300)), notes,
                    run.raw().folder().toString());
        }
    }

    private static void live(Run run, List<Figure> figures, List<String> notes) throws IOException, InterruptedException {
        long seed = run.options().number("seed", 1);
        try (Ground ground = Ground.of(run, LiveRounds.SITES, clusters -> { })) {
            ground.warmUp(run, LiveRounds.SITES);
            List<Round> played = new LiveRounds(run, ground, seed).play(run.options().number("rounds", 20));
            Scoreboard scores = new Scoreboard(LIVE, played, seed);
            scores.keep(run.raw(), "four real Slurm clusters under a compressed trace");
            figures.add(Figure.atMost("live: default policy's median", scores.score(Chooser.DEFAULT).median(), "s later",
                    MEDIAN_LIVE_SECONDS));
            figures.addAll(scores.figures());
            notes.add(("live: 60 nodes of four Slurm clusters, each under the first slice of a trace, compressed %d times, that"
                    + " offers about as much work as it has nodes; exclusive nodes, partitions for short jobs closed;"
                    + " the probe goes to all sites at once after every policy's choice was"
                    + " written down; completion counts from that moment to the probe's last instruction; a failed probe counts as"
                    + " its limit later than the slowest").formatted(LiveLoad.COMPRESSION));
        }
    }

    private static void simulated(Run run, List<Figure> figures, List<String> notes) throws IOException {
        int rounds = run.options().number("rounds", 300);
        long seed = run.options().number("seed", 1);
        TraceFolder traces = TraceFolder.of(run.checkout());
        for (Mix mix : Mix.all()) {
            run.say("simulating the mix " + mix.name() + ", " + mix.title());
            List<Round> played = new SimulatedRounds(mix, traces, seed).play(rounds);
            Scoreboard scores = new Scoreboard(mix.name(), played, seed);
            scores.keep(run.raw(), mix.title());
            figures.addAll(scores.figures());
            notes.add("%s: %s; %s".formatted(mix.name(), mix.title(), String.join(", ", mix.sites().stream()
                    .map(s -> "%s (%s, %d units, %s)".formatted(s.name(), traces.find(s.trace()).isPresent() ? s.trace()
                            : "generated, as there is no " + s.trace(), s.processors(), s.rules())).toList())));
        }
        notes.add("each round: one look at all sites, every policy's choice, then the truth of the same job at each site, played"
                + " on from the same state with the arrivals and run times of the trace; targets are meant for two of three mixes");
        notes.add("traces: Parallel Workloads Archive (KTH SP2, SDSC SP2, CTC SP2, SDSC Blue Horizon, RIKEN RICC, CEA Curie),"
                + " ALCF Theta");
    }
}
