package org.diamondhpc.bench.wake;

import java.io.IOException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.diamondhpc.bench.Benchmark;
import org.diamondhpc.bench.Run;
import org.diamondhpc.bench.ground.Ground;
import org.diamondhpc.bench.report.Figure;
import org.diamondhpc.bench.report.LoadWatch;
import org.diamondhpc.bench.report.Report;
import org.diamondhpc.bench.report.Samples;

/** {@code diamond bench wake}. */
public final class WakeBench implements Benchmark {
    private static final String SITE = "alpha";
    private static final double MEDIAN_MS = 100;
    private static final double P99_MS = 500;

    @Override
    public Report run(Run run) throws IOException, InterruptedException {
        String startedAt = Instant.now().truncatedTo(ChronoUnit.SECONDS).toString();
        List<Figure> figures = new ArrayList<>();
        try (LoadWatch load = new LoadWatch();
                Ground ground = Ground.of(run, List.of(SITE), clusters -> new SiteCommands(clusters, SITE).begin())) {
            ground.warmUp(run, List.of(SITE));
            int jobs = run.options().number("jobs", 200);
            int atOnce = run.options().number("at-once", 4);
            Latency latency = new Latency(ground, SITE);
            int warm = run.options().number("warm", 200);
            run.say(warm + " jobs unmeasured, until what runs often is compiled");
            latency.measure(warm, 10, true);
            run.say(jobs + " jobs, " + atOnce + " at once");
            List<Woken> woken = latency.measure(jobs, atOnce, false);
            figures.addAll(figures(woken));
            run.say(jobs / 2 + " jobs with an output file to collect, " + atOnce + " at once");
            List<Woken> collected = latency.measure(jobs / 2, atOnce, true);
            Samples withOutput = Samples.of(collected.stream().map(Woken::latency).toList());
            figures.add(Figure.of("with an output to collect: wake, median", withOutput.median(), "ms"));
            figures.add(Figure.of("with an output to collect: wake, 99th", withOutput.percentile(99), "ms"));
            run.raw().table("wakes", columns(), Stream.concat(woken.stream(), collected.stream())
                    .<List<?>>map(Woken::row).toList());
            List<String> notes = new ArrayList<>(List.of("one machine, one clock: the job writes the time as its last"
                    + " instruction, the client looks at the clock when its long poll is answered"));
            if (ground.own()) {
                figures.addAll(new Watching(ground, SITE, new SiteCommands(ground.clusters(), SITE), run)
                        .measure(run.options().number("tracked", 1000)));
                notes.add("commands are counted at the site by its sshd, discovery's looks and logins' commands included;"
                        + " controller requests by sdiag; jobs under watch are single jobs that wait for nodes");
            } else {
                notes.add("commands at the site are only counted on clusters of its own (without --here)");
            }
            return new Report("wake", startedAt, figures, load.noise(woken.size()), notes, run.raw().folder().toString());
        }
    }

    private static List<String> columns() {
        return Stream.concat(Stream.of("task", "last_instruction", "received", "wakes", "ms"), Woken.HOPS.stream())
                .toList();
    }

    static List<Figure> figures(List<Woken> woken) {
        Samples latency = Samples.of(woken.stream().map(Woken::latency).toList());
        List<Figure> all = new ArrayList<>(List.of(
                Figure.atMost("wake, median", latency.median(), "ms", MEDIAN_MS),
                Figure.atMost("wake, 99th percentile", latency.percentile(99), "ms", P99_MS),
                Figure.of("wake, slowest", latency.most(), "ms")));
        for (int hop = 0; hop < Woken.HOPS.size(); hop++) {
            int at = hop;
            Samples one = Samples.of(woken.stream().map(w -> w.hops().get(at)).toList());
            all.add(Figure.of("- " + Woken.HOPS.get(hop) + ", median", one.median(), "ms"));
            all.add(Figure.of("- " + Woken.HOPS.get(hop) + ", 99th", one.percentile(99), "ms"));
        }
        Samples wakes = Samples.of(woken.stream().map(w -> (double) w.wakes()).toList());
        all.add(Figure.atMost("wakes a job, most", wakes.most(), "", 1));
        all.add(Figure.atLeast("wakes a job, least", wakes.least(), "", 1));
        return all;
    }
}
