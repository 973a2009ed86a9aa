package org.diamondhpc.bench.dispatch;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Function;
import org.diamondhpc.bench.Benchmark;
import org.diamondhpc.bench.Run;
import org.diamondhpc.bench.ground.Ground;
import org.diamondhpc.bench.report.Figure;
import org.diamondhpc.bench.report.LoadWatch;
import org.diamondhpc.bench.report.Report;

/** {@code diamond bench dispatch}. */
public final class DispatchBench implements Benchmark {
    private static final long ORDER = 432;

    @Override
    public Report run(Run run) throws IOException, InterruptedException {
        String startedAt = Instant.now().truncatedTo(ChronoUnit.SECONDS).toString();
        List<Dispatch> requests = chosen(run);
        try (LoadWatch load = new LoadWatch(); Ground ground = Ground.of(run, Site.ids(), new Launcher());
                Witnesses witnesses = new Witnesses(ground.clusters(), run.raw())) {
            ground.warmUp(run, Site.ids());
            for (Map.Entry<String, String> one : DescriptiveRequest.applications().entrySet()) {
                ground.gateway().put("/v1/applications/" + one.getKey(), one.getValue().getBytes(StandardCharsets.UTF_8));
            }
            run.say(requests.size() + " requests");
            List<Dispatcher.Followed> followed = new Dispatcher(run, ground.gateway()).all(requests,
                    run.options().number("at-once", 16));
            run.say("asking the schedulers what their jobs were");
            witnesses.askAtLast();
            List<Outcome> outcomes = followed.stream().map(f -> Dispatcher.judged(f, witnesses)).toList();
            run.raw().table("dispatches", Outcome.HEAD, outcomes.stream().<List<?>>map(Outcome::row).toList());
            return new Report("dispatch", startedAt, figures(outcomes), load.noise(outcomes.size()), notes(outcomes),
                    run.raw().folder().toString());
        }
    }

    /** Those of the styles that are wanted, in an order that mixes what they ask for; the first of it where fewer are. */
    private static List<Dispatch> chosen(Run run) {
        List<Dispatch> all = new ArrayList<>(Dispatch.all());
        Collections.shuffle(all, new Random(ORDER));
        return all.stream().filter(d -> run.options().wants(d.style().word()))
                .limit(run.options().number("limit", all.size())).toList();
    }

    private static List<Figure> figures(List<Outcome> outcomes) {
        List<Figure> figures = new ArrayList<>();
        long right = outcomes.stream().filter(Outcome::right).count();
        figures.add(Figure.atLeast("right requests whose jobs ended with 0, of " + outcomes.size(), right, "",
                outcomes.size()));
        figures.add(Figure.of("- of all", 100.0 * right / outcomes.size(), "%"));
        Map<String, Function<Outcome, Object>> dimensions = new LinkedHashMap<>();
        dimensions.put("shape", o -> o.dispatch().combination().shape());
        dimensions.put("supply", o -> o.dispatch().combination().supply());
        dimensions.put("work", o -> o.dispatch().combination().work());
        dimensions.put("affinity", o -> o.dispatch().combination().affinity());
        dimensions.put("wording", o -> o.dispatch().combination().wording());
        dimensions.put("form", o -> o.dispatch().form());
        dimensions.put("ran at", Outcome::site);
        for (Style style : Style.values()) {
            List<Outcome> those = outcomes.stream().filter(o -> o.dispatch().style() == style).toList();
            figures.addAll(those.isEmpty() ? List.of() : List.of(share(style.word(), those)));
            dimensions.forEach((name, of) -> those.stream().map(of).distinct().sorted().forEach(value -> figures.add(
                    share("- " + style.word() + ", " + name + " " + value,
                            those.stream().filter(o -> of.apply(o).equals(value)).toList()))));
        }
        return figures;
    }

    private static Figure share(String what, List<Outcome> those) {
        return Figure.of(what + ", right of " + those.size(), those.stream().filter(Outcome::right).count(), "");
    }

    private static List<String> notes(List<Outcome> outcomes) {
        List<String> notes = new ArrayList<>(List.of("each request is one call of the skill submit_task; right: the record "
                + "that scontrol or qacct prints of its job says all that was wanted, it ran where it may, and the job, which "
                + "looks at what it got, ended with 0"));
        outcomes.stream().filter(o -> !o.right()).forEach(o -> notes.add("wrong: " + o.dispatch().id() + " ("
                + o.dispatch().form() + ", task " + o.task() + ", job " + o.site() + ":" + o.job() + "): "
                + String.join("; ", o.wrong())));
        return notes;
    }
}
