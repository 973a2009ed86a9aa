package org.diamondhpc.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.diamondhpc.bench.metadata.MetadataBench;
import org.diamondhpc.bench.agent.AgentCostBench;
import org.diamondhpc.bench.dispatch.DispatchBench;
import org.diamondhpc.bench.placement.PlacementBench;
import org.diamondhpc.bench.parked.SessionsBench;
import org.diamondhpc.bench.report.RawRows;
import org.diamondhpc.bench.report.Report;
import org.diamondhpc.bench.report.Table;
import org.diamondhpc.bench.stage.StageBench;
import org.diamondhpc.bench.startup.StartupBench;
import org.diamondhpc.bench.submit.SubmitBench;
import org.diamondhpc.bench.verdicts.VerdictsBench;
import org.diamondhpc.bench.transfer.TransferBench;
import org.diamondhpc.bench.wake.WakeBench;

/**
 * The command behind {@code diamond bench}. Exit codes: 0 measured, whether targets were met or not; 1 the benchmark
 * itself failed; 2 bad usage.
 */
public final class Bench {
    private static final List<String> NUMBERS = List.of("jobs", "at-once", "warm", "tracked", "window", "settle", "tasks",
            "files", "mib", "repeat", "rounds", "seed", "sessions", "rate", "poll", "least", "most", "sites", "limit");
    private static final String USAGE = """
            usage: diamond bench NAME [--json] [--here] [--keep] [--NUMBER=N …]
              wake      from a job's last instruction to the woken client; commands at the site a minute
                        --jobs=200 --at-once=4 --warm=200 --tracked=1000 --window=90 --settle=60 (seconds)
              submit    tasks a second from REST to the scheduler's job id, beside a plain sbatch loop
                        --tasks=500 --warm=500 --repeat=1
              stage     a large file and many small ones from site to site, beside scp and sftp
                        --mib=1024 --files=10000 --repeat=1
              transfer  large and small files by each mover, beside scp and rsync
                        --mib=256 --files=2000 --repeat=3
              startup   memory and time to start
                        --repeat=3
              verdicts  many sites and many requests, checked by an independent judge; needs no clusters
                        --sites=100 --tasks=100 --repeat=5
              metadata  applications for two machines, without and with what their files tell
                        --tasks=220
              dispatch  432 requests over five dimensions in four styles by skill, judged by the schedulers' own records
                        --only=STYLE (exact, verbatim, descriptive, open) --limit=432 --at-once=16
              agent-cost  what a model costs a job that sleeps through it, beside one that polls the same jobs
                        --jobs=6 --least=60 --most=150 --poll=30 (seconds); always on an instance of its own
              placement every policy's choice of a site beside what each site would have been
                        --simulated: three mixes of sites of real traces (DIAMOND_TRACES), --rounds=300 --seed=1
                        --live: four real clusters under a compressed trace, --rounds=20 --seed=1
              sessions  parked sessions in one gateway, ends of jobs turned into wakes
                        --sessions=100000 --rate=2000 (ends a second)
              all       all of them
            Without --here it starts an instance and practice clusters of its own (root on Debian or Ubuntu), and ends them.
            """;

    private final Path checkout;
    private final Path home;
    private final Clock clock;

    private Bench(Path checkout, Path home, Clock clock) {
        this.checkout = checkout;
        this.home = home;
        this.clock = clock;
    }

    public static void main(String[] args) {
        Path checkout = Path.of(System.getProperty("diamond.checkout", ".")).toAbsolutePath().normalize();
        Path home = Optional.ofNullable(System.getenv("DIAMOND_HOME")).map(Path::of)
                .orElse(checkout.resolve(".diamond")).toAbsolutePath();
        System.exit(new Bench(checkout, home, Clock.systemUTC()).run(List.of(args)));
    }

    private int run(List<String> args) {
        Options options;
        Map<String, Benchmark> chosen;
        try {
            options = Options.parse(args, NUMBERS);
            chosen = chosen(options.name());
        } catch (IllegalArgumentException e) {
            System.err.println("diamond: " + e.getMessage() + "\n" + USAGE);
            return 2;
        }
        List<Report> reports = new ArrayList<>();
        int failed = 0;
        for (Map.Entry<String, Benchmark> one : chosen.entrySet()) {
            Optional<Report> report = measured(one.getKey(), one.getValue(), options);
            failed += report.isEmpty() ? 1 : 0;
            report.ifPresent(reports::add);
        }
        if (options.json() && !reports.isEmpty()) {
            System.out.print(Report.json(reports));
        }
        return failed == 0 ? 0 : 1;
    }

    private Optional<Report> measured(String name, Benchmark benchmark, Options options) {
        try {
            RawRows raw = RawRows.in(home, name, clock);
            Report report = benchmark.run(new Run(checkout, home, options, raw,
                    line -> System.err.println("diamond: " + name + ": " + line)));
            raw.text("result.json", Report.json(List.of(report)));
            if (!options.json()) {
                System.out.print(Table.of(report));
            }
            return Optional.of(report);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (BenchFailed | IOException | IllegalStateException e) {
            System.err.println("diamond: bench " + name + " failed: " + e.getMessage());
        }
        return Optional.empty();
    }

    private static Map<String, Benchmark> chosen(String name) {
        Map<String, Benchmark> all = new LinkedHashMap<>();
        all.put("startup", new StartupBench());
        all.put("wake", new WakeBench());
        all.put("submit", new SubmitBench());
        all.put("stage", new StageBench());
        all.put("verdicts", new VerdictsBench());
        all.put("metadata", new MetadataBench());
        all.put("dispatch", new DispatchBench());
        all.put("agent-cost", new AgentCostBench());
        all.put("transfer", new TransferBench());
        all.put("placement", new PlacementBench());
        all.put("sessions", new SessionsBench());
        if (name.equals("all")) {
            return all;
        }
        return Stream.of(name).filter(all::containsKey).findFirst().map(n -> Map.of(n, all.get(n)))
                .orElseThrow(() -> new IllegalArgumentException("there is no benchmark " + name));
    }
}
