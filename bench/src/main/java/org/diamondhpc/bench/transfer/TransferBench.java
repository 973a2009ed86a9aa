package org.diamondhpc.bench.transfer;

import java.io.IOException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.diamondhpc.bench.BenchFailed;
import org.diamondhpc.bench.Benchmark;
import org.diamondhpc.bench.Run;
import org.diamondhpc.bench.ground.Ground;
import org.diamondhpc.bench.report.Figure;
import org.diamondhpc.bench.report.LoadWatch;
import org.diamondhpc.bench.report.Report;
import org.diamondhpc.bench.report.Samples;
import org.diamondhpc.bench.transfer.Ends.Load;

/** {@code diamond bench transfer}. */
public final class TransferBench implements Benchmark {
    /** Seconds of one repetition; {@code rsync} null where the ends do not reach each other. */
    private record Times(Ends ends, Load load, double diamond, double scp, Double rsync) {
        List<Object> row() {
            return List.of(ends.mover(), ends.from(), ends.to(), load, diamond, scp, rsync == null ? "" : rsync);
        }
    }

    @Override
    public Report run(Run run) throws IOException, InterruptedException {
        String startedAt = Instant.now().truncatedTo(ChronoUnit.SECONDS).toString();
        if (run.options().here()) {
            throw new BenchFailed("it needs clusters with room and a login between two of them; run it without --here");
        }
        int mebibytes = run.options().number("mib", 256);
        int files = run.options().number("files", 2000);
        int repeat = run.options().number("repeat", 3);
        Wiring wiring = new Wiring();
        List<Times> all = new ArrayList<>();
        try (LoadWatch load = new LoadWatch(); Ground ground = Ground.of(run, Wiring.sites(), wiring)) {
            ground.warmUp(run, Wiring.sites(), 1);
            for (Ends ends : Ends.ALL) {
                run.say("by " + ends.mover() + " from " + ends.from() + " to " + ends.to());
                warm(ground, ends);
                ends.make(ground.clusters(), mebibytes, files);
                for (int i = 0; i < repeat; i++) {
                    for (Load what : Load.values()) {
                        all.add(once(ground, ends, what, wiring.host()));
                    }
                }
            }
            run.raw().table("seconds", List.of("mover", "from", "to", "load", "diamond", "scp", "rsync"),
                    all.stream().<List<?>>map(Times::row).toList());
            return new Report("transfer", startedAt, figures(mebibytes, files, all), load.noise(repeat), List.of(
                    "memory file systems at both ends of every way; Diamond takes SHA-256 at both ends (for Globus, which"
                            + " compares by itself, at the target), the others do not; every copy was compared",
                    "Globus is the simulator, which reads its files back for their checksums and queues as Globus does; the"
                            + " real one moves data between machines of its own and was not measured"),
                    run.raw().folder().toString());
        }
    }

    /** Services that have moved something before, as they have in use. */
    private static void warm(Ground ground, Ends ends) throws InterruptedException {
        ends.make(ground.clusters(), 8, 50);
        for (int i = 0; i < 3; i++) {
            ends.byDiamond(ground, Load.LARGE);
            ends.byDiamond(ground, Load.MANY);
        }
    }

    private static Times once(Ground ground, Ends ends, Load load, String host) throws InterruptedException {
        double scp = ends.byScp(ground.clusters(), load);
        double diamond = ends.byDiamond(ground, load);
        return new Times(ends, load, diamond, scp, ends.mover().equals("rsync")
                ? (Double) ends.byRsync(ground.clusters(), load, host) : null);
    }

    private static List<Figure> figures(int mebibytes, int files, List<Times> all) {
        List<Figure> figures = new ArrayList<>();
        for (Ends ends : Ends.ALL) {
            for (Load load : Load.values()) {
                List<Times> own = all.stream().filter(t -> t.ends().equals(ends) && t.load() == load).toList();
                double amount = load == Load.LARGE ? mebibytes : files;
                String unit = load == Load.LARGE ? "MiB/s" : "files/s";
                String what = load == Load.LARGE ? mebibytes + " MiB" : files + " files of 1 KiB";
                figures.add(Figure.of(what + " by " + ends.mover(), amount / median(own, Times::diamond), unit));
                figures.add(Figure.of("  by scp -3 on the same way", amount / median(own, Times::scp), unit));
                figures.add(Figure.of("  rate, " + ends.mover() + " to scp -3", median(own, t -> t.scp() / t.diamond()), ""));
                if (own.getFirst().rsync() != null) {
                    figures.add(Figure.of("  by rsync by hand", amount / median(own, Times::rsync), unit));
                    figures.add(Figure.of("  rate, to rsync by hand", median(own, t -> t.rsync() / t.diamond()), ""));
                }
            }
        }
        return figures;
    }

    private static double median(List<Times> times, ToDoubleFunction<Times> of) {
        return Samples.of(times.stream().map(of::applyAsDouble).toList()).median();
    }
}
