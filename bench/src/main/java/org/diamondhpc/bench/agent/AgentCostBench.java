package org.diamondhpc.bench.agent;

import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.diamondhpc.bench.BenchFailed;
import org.diamondhpc.bench.Benchmark;
import org.diamondhpc.bench.Run;
import org.diamondhpc.bench.ground.Ground;
import org.diamondhpc.bench.report.Figure;
import org.diamondhpc.bench.report.LoadWatch;
import org.diamondhpc.bench.report.Report;
import org.diamondhpc.bench.report.Samples;
import org.diamondhpc.model.testing.ScriptedModel;
import org.diamondhpc.model.testing.Usage;

/** {@code diamond bench agent-cost}. */
public final class AgentCostBench implements Benchmark {
    private static final List<String> SITES = List.of("alpha", "beta");

    @Override
    public Report run(Run run) throws IOException, InterruptedException {
        if (run.options().here()) {
            throw new BenchFailed("agent-cost configures a model, so it takes no --here");
        }
        String startedAt = Instant.now().truncatedTo(ChronoUnit.SECONDS).toString();
        Policy parking = new Policy(false, Clock.systemUTC());
        Policy polling = new Policy(true, Clock.systemUTC());
        try (LoadWatch load = new LoadWatch(); ScriptedModel parks = new ScriptedModel(0, parking);
                ScriptedModel polls = new ScriptedModel(0, polling);
                Ground ground = Ground.own(run, SITES, clusters -> { }, settings(parks))) {
            ground.warmUp(run, SITES);
            List<Job> jobs = jobs(run);
            Contest contest = new Contest(run, ground, parks, parking, polls, polling);
            List<Cost> costs = contest.of(jobs, Duration.ofSeconds(run.options().number("poll", 30)));
            run.raw().table("jobs", Cost.COLUMNS, costs.stream().<List<?>>map(Cost::row).toList());
            if (!parks.refused().isEmpty()) {
                throw new BenchFailed("no real endpoint would have taken: " + parks.refused().getFirst());
            }
            return new Report("agent-cost", startedAt, figures(costs, parks.usage(), polls.usage(), jobs.size()),
                    load.noise(jobs.size()), notes(run, jobs), run.raw().folder().toString());
        }
    }

    private static Map<String, String> settings(ScriptedModel model) {
        return Map.of("agent.models.parking.kind", "openai", "agent.models.parking.endpoint", model.address() + "/v1",
                "agent.models.parking.model", "parking");
    }

    private static List<Job> jobs(Run run) {
        int count = run.options().number("jobs", 6);
        int least = run.options().number("least", 60);
        int most = run.options().number("most", 150);
        List<Job> all = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            all.add(Job.of(i, SITES.get(i % SITES.size()), least + (count == 1 ? 0 : i * (most - least) / (count - 1))));
        }
        return all;
    }

    private static List<Figure> figures(List<Cost> costs, Usage parks, Usage polls, int jobs) {
        List<Figure> all = new ArrayList<>();
        for (String who : List.of("parking", "polling")) {
            Usage usage = who.equals("parking") ? parks : polls;
            all.add(Figure.of(who + ": model calls a job", mean(costs, who, Cost::questions), ""));
            all.add(Figure.of(who + ": " + (who.equals("parking") ? "wakes" : "looks") + " a job",
                    mean(costs, who, Cost::looks), ""));
            all.add(Figure.of(who + ": tokens read a job", usage.input() / (double) jobs, ""));
            all.add(Figure.of(who + ": tokens written a job", usage.output() / (double) jobs, ""));
            all.add(Figure.of(who + ": job's end until the model knows, median", Samples.of(of(costs, who)
                    .map(Cost::lateMs).toList()).median(), "ms"));
            all.add(Figure.of(who + ": job's end until the model knows, most", Samples.of(of(costs, who)
                    .map(Cost::lateMs).toList()).most(), "ms"));
        }
        all.add(Figure.of("polling to parking: model calls", mean(costs, "polling", Cost::questions)
                / mean(costs, "parking", Cost::questions), ""));
        all.add(Figure.of("polling to parking: tokens", (polls.input() + polls.output())
                / (double) (parks.input() + parks.output()), ""));
        return all;
    }

    private static Stream<Cost> of(List<Cost> costs, String who) {
        return costs.stream().filter(c -> c.who().equals(who));
    }

    private static double mean(List<Cost> costs, String who, ToDoubleFunction<Cost> what) {
        return of(costs, who).mapToDouble(what).average().orElseThrow();
    }

    private static List<String> notes(Run run, List<Job> jobs) {
        return List.of("jobs of " + jobs.getFirst().seconds() + " to " + jobs.getLast().seconds()
                        + " s at " + String.join(" and ", SITES) + ", each once for either agent, all at the same time;"
                        + " polled every " + run.options().number("poll", 30) + " s",
                "tokens are counted by the scripted model, one for four characters of a request's or an answer's JSON;"
                        + " both agents have the same instructions and tools, and nothing is cached",
                "every answer was compared with what its job computed");
    }
}
