package org.diamondhpc.bench.stage;

import java.io.IOException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import org.diamondhpc.bench.BenchFailed;
import org.diamondhpc.bench.Benchmark;
import org.diamondhpc.bench.Run;
import org.diamondhpc.bench.ground.Ground;
import org.diamondhpc.bench.report.Figure;
import org.diamondhpc.bench.report.LoadWatch;
import org.diamondhpc.bench.report.Report;
import org.diamondhpc.bench.report.Samples;

/** {@code diamond bench stage}. */
public final class StageBench implements Benchmark {
    private static final double TO_SCP = 0.7;
    private static final double TO_SFTP = 10;

    /** Seconds of one repetition. */
    private record Times(double largeDiamond, double largeScp, double manyDiamond, double manySftp, double manyScp) {
        List<Double> row() {
            return List.of(largeDiamond, largeScp, manyDiamond, manySftp, manyScp);
        }
    }

    @Override
    public Report run(Run run) throws IOException, InterruptedException {
        String startedAt = Instant.now().truncatedTo(ChronoUnit.SECONDS).toString();
        if (run.options().here()) {
            throw new BenchFailed("the clusters' scratch is too small; run it without --here");
        }
        int mebibytes = run.options().number("mib", 1024);
        int files = run.options().number("files", 10_000);
        List<Times> all = new ArrayList<>();
        try (LoadWatch load = new LoadWatch();
                Ground ground = Ground.of(run, List.of(Route.FROM, Route.TO), Route::enlarge)) {
            Route route = new Route(ground);
            route.make(8, 8);
            route.largeByDiamond();
            route.make(mebibytes, files);
            for (int i = 0; i < run.options().number("repeat", 1); i++) {
                all.add(once(run, route, files));
            }
            run.raw().table("seconds", List.of("large_diamond", "large_scp", "many_diamond", "many_sftp", "many_scp"),
                    all.stream().<List<?>>map(Times::row).toList());
            return new Report("stage", startedAt, figures(mebibytes, files, all), load.noise(all.size()), List.of(
                    "from " + Route.FROM + " through this machine to " + Route.TO + ", memory file systems at both ends;"
                            + " Diamond also takes SHA-256 at both ends, the others do not; every copy was compared"),
                    run.raw().folder().toString());
        }
    }

    private static Times once(Run run, Route route, int files) throws InterruptedException, IOException {
        run.say("the large file by scp, then through Diamond");
        double largeScp = route.largeByScp();
        double largeDiamond = route.largeByDiamond();
        run.say("the small files by sftp, then through Diamond, then by scp");
        double manySftp = route.manyBySftp(files);
        double manyDiamond = route.manyByDiamond();
        return new Times(largeDiamond, largeScp, manyDiamond, manySftp, route.manyByScp());
    }

    private static List<Figure> figures(int mebibytes, int files, List<Times> all) {
        Samples largeDiamond = Samples.of(all.stream().map(Times::largeDiamond).toList());
        Samples largeScp = Samples.of(all.stream().map(Times::largeScp).toList());
        Samples manyDiamond = Samples.of(all.stream().map(Times::manyDiamond).toList());
        Samples manySftp = Samples.of(all.stream().map(Times::manySftp).toList());
        Samples manyScp = Samples.of(all.stream().map(Times::manyScp).toList());
        String large = mebibytes + " MiB";
        String many = files + " files of 1 KiB";
        return List.of(
                Figure.atLeast(large + ": rate, Diamond to scp",
                        Samples.of(all.stream().map(t -> t.largeScp() / t.largeDiamond()).toList()).median(), "", TO_SCP),
                Figure.of(large + " through Diamond", mebibytes / largeDiamond.median(), "MiB/s"),
                Figure.of(large + " by scp -3", mebibytes / largeScp.median(), "MiB/s"),
                Figure.atLeast(many + ": rate, Diamond to sftp one at a time",
                        Samples.of(all.stream().map(t -> t.manySftp() / t.manyDiamond()).toList()).median(), "", TO_SFTP),
                Figure.of(many + " through Diamond", files / manyDiamond.median(), "1/s"),
                Figure.of(many + " by sftp one at a time", files / manySftp.median(), "1/s"),
                Figure.of(many + " by scp -3 -r", files / manyScp.median(), "1/s"));
    }
}
