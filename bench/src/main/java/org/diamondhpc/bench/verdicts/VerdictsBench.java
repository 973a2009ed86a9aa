package org.diamondhpc.bench.verdicts;

import java.io.IOException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.diamondhpc.bench.Benchmark;
import org.diamondhpc.bench.Run;
import org.diamondhpc.bench.report.Figure;
import org.diamondhpc.bench.report.LoadWatch;
import org.diamondhpc.bench.report.Report;
import org.diamondhpc.bench.report.Samples;
import org.diamondhpc.bench.verdicts.NaiveJudge.Judgement;

/** {@code diamond bench verdicts}. Needs neither an instance nor clusters. */
public final class VerdictsBench implements Benchmark {
    private static final double SECONDS = 2;
    private static final long SEED = 20261130;

    @Override
    public Report run(Run run) throws IOException {
        String startedAt = Instant.now().truncatedTo(ChronoUnit.SECONDS).toString();
        int sites = run.options().number("sites", 100);
        int requests = run.options().number("tasks", 100);
        int repeat = run.options().number("repeat", 5);
        List<Round> rounds = new ArrayList<>();
        try (LoadWatch load = new LoadWatch()) {
            for (int i = 0; i < repeat; i++) {
                rounds.add(Round.of(SEED + i, sites, requests));
            }
            List<Double> seconds = rounds.stream().map(Round::seconds).toList();
            List<List<?>> rows = IntStream.range(0, repeat).<List<?>>mapToObj(i -> List.of(i, seconds.get(i),
                    rounds.get(i).wrong())).toList();
            run.raw().table("verdicts", List.of("round", "seconds", "judged otherwise"), rows);
            return new Report("verdicts", startedAt, List.of(
                    Figure.atMost("%d sites x %d requests = %d verdicts, the first round, nothing compiled yet".formatted(sites,
                            requests, sites * requests), seconds.getFirst(), "s", SECONDS),
                    Figure.atMost("the same, median of %d federations".formatted(repeat), Samples.of(seconds).median(), "s",
                            SECONDS),
                    Figure.atMost("verdicts on partitions that the independent judge gives otherwise",
                            rounds.stream().mapToInt(Round::wrong).sum(), "", 0),
                    Figure.of("- partitions that can run the request", count(rounds, Judgement.CAN), ""),
                    Figure.of("- not now", count(rounds, Judgement.NOT_NOW), ""),
                    Figure.of("- never", count(rounds, Judgement.NEVER), "")),
                    load.noise(repeat), List.of("needs of programs (machine, C library), modules, node types, partition"
                            + " limits and health count; one thread"), run.raw().folder().toString());
        }
    }

    private static int count(List<Round> rounds, Judgement judgement) {
        return rounds.stream().mapToInt(r -> r.tally().get(judgement)).sum();
    }
}
