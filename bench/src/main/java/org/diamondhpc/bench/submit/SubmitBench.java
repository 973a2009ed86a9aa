package org.diamondhpc.bench.submit;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.diamondhpc.bench.Benchmark;
import org.diamondhpc.bench.Run;
import org.diamondhpc.bench.ground.Ground;
import org.diamondhpc.bench.ground.Tasks;
import org.diamondhpc.bench.report.Figure;
import org.diamondhpc.bench.report.LoadWatch;
import org.diamondhpc.bench.report.Report;
import org.diamondhpc.bench.report.Samples;

/** {@code diamond bench submit}. */
public final class SubmitBench implements Benchmark {
    private static final String SITE = "alpha";
    private static final double RATIO = 0.5;

    @Override
    public Report run(Run run) throws IOException, InterruptedException {
        String startedAt = Instant.now().truncatedTo(ChronoUnit.SECONDS).toString();
        int tasks = run.options().number("tasks", 500);
        int repeat = run.options().number("repeat", 1);
        List<Double> each = new ArrayList<>();
        List<Double> forAll = new ArrayList<>();
        List<List<Submitted>> diamond = new ArrayList<>();
        try (LoadWatch load = new LoadWatch();
                Ground ground = Ground.of(run, List.of(SITE), clusters -> { });
                ByHand hand = new ByHand(ground.clusters(), SITE)) {
            ground.warmUp(run, List.of(SITE), run.options().number("warm", 500));
            drain(ground);
            for (int i = 0; i < repeat; i++) {
                run.say("by hand, one command a job: " + tasks + " jobs");
                each.add(hand.commandEach(tasks));
                drain(ground);
                run.say("by hand, one command for all");
                forAll.add(hand.commandForAll(tasks));
                drain(ground);
                run.say("through Diamond");
                diamond.add(throughDiamond(ground, tasks));
                drain(ground);
            }
            run.raw().table("diamond", Stream.concat(Stream.of("task"), Submitted.STEPS.stream()).toList(),
                    diamond.stream().flatMap(List::stream).<List<?>>map(Submitted::row).toList());
            run.raw().table("by-hand", List.of("command_each_per_s", "command_for_all_per_s"),
                    Stream.iterate(0, i -> i < repeat, i -> i + 1).<List<?>>map(i -> List.of(each.get(i), forAll.get(i))).toList());
            return new Report("submit", startedAt, figures(tasks, each, forAll, diamond), load.noise(repeat),
                    List.of("Diamond's clock runs from the request (one batch) to the last JobSubmitted; its tasks also run,"
                            + " are watched and collected meanwhile, as the jobs by hand run"),
                    run.raw().folder().toString());
        }
    }

    private static List<Submitted> throughDiamond(Ground ground, int count) throws InterruptedException {
        Instant asked = Instant.now();
        Tasks tasks = Tasks.of(ground, SITE).all(count, i -> "true\n");
        tasks.awaitEnd();
        List<Submitted> all = new ArrayList<>();
        for (String id : tasks.ids()) {
            all.add(Submitted.of(id, asked, ground.gateway().events("tasks/" + id)));
        }
        return all;
    }

    private static void drain(Ground ground) throws InterruptedException {
        while (!ground.clusters().asUser(SITE, "squeue -h -u \"$USER\" -o %i\n").isBlank()) {
            Thread.sleep(Duration.ofSeconds(1));
        }
    }

    private static List<Figure> figures(int tasks, List<Double> each, List<Double> forAll, List<List<Submitted>> diamond) {
        List<Double> rates = new ArrayList<>();
        List<Double> ratios = new ArrayList<>();
        for (int i = 0; i < diamond.size(); i++) {
            double last = diamond.get(i).stream().mapToDouble(Submitted::inScheduler).max().orElseThrow();
            rates.add(tasks / last);
            ratios.add(rates.getLast() / each.get(i));
        }
        List<Figure> all = new ArrayList<>(List.of(
                Figure.atLeast("Diamond to sbatch by hand, one command a job", Samples.of(ratios).median(), "", RATIO),
                Figure.of("tasks a second through Diamond", Samples.of(rates).median(), "1/s"),
                Figure.of("sbatch by hand, one command a job on a kept connection", Samples.of(each).median(), "1/s"),
                Figure.of("sbatch by hand, one command for all", Samples.of(forAll).median(), "1/s")));
        List<Submitted> rows = diamond.getLast();
        for (int step = 0; step < Submitted.STEPS.size(); step++) {
            int at = step;
            all.add(Figure.of("- last task " + Submitted.STEPS.get(step) + " after",
                    rows.stream().mapToDouble(r -> r.seconds().get(at)).max().orElseThrow(), "s"));
        }
        return all;
    }
}
