package org.diamondhpc.bench.parked;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;
import org.diamondhpc.bench.BenchFailed;
import org.diamondhpc.bench.Run;
import org.diamondhpc.bench.ground.Cpu;
import org.diamondhpc.bench.report.Figure;
import org.diamondhpc.bench.report.Samples;
import org.diamondhpc.standalone.StandaloneInstance;

/** Ends of jobs in phases: to compile what runs often, as fast as it goes, at the rate aimed at, and at one it bears. */
final class Load {
    private static final int LISTENERS = 200;
    private static final double LATEST_WAKE_MS = 1_000;
    private static final double BEARABLE = 0.7;
    private static final Duration PATIENCE = Duration.ofMinutes(4);

    private final List<Figure> figures = new ArrayList<>();
    private final List<List<?>> rows = new ArrayList<>();
    private final Run run;
    private final StandaloneInstance instance;
    private final JobEnds ends;
    private final WakeStream wakes;
    private final LongPolls clients;
    private final List<JobEnds.Parked> left;

    Load(Run run, StandaloneInstance instance, JobEnds ends, WakeStream wakes, LongPolls clients, List<JobEnds.Parked> order) {
        this.run = run;
        this.instance = instance;
        this.ends = ends;
        this.wakes = wakes;
        this.clients = clients;
        this.left = new ArrayList<>(order);
    }

    List<Figure> figures() {
        return figures;
    }

    /** Phase, when the end was due, and milliseconds to the durable wake. */
    List<List<?>> rows() {
        return rows;
    }

    void all() throws InterruptedException {
        int rate = run.options().number("rate", 2_000);
        int share = left.size() / 20;
        phase("warming up", 3 * share, 500);
        Phase flood = phase("flood", 4 * share, 0);
        figures.add(Figure.atLeast("ends turned into wakes, as fast as it goes", flood.wakesASecond(), "1/s", rate));
        Phase wanted = phase("at the rate", 8 * share, rate);
        figures.add(Figure.atLeast("at " + rate + " ends a second: wakes", wanted.wakesASecond(), "1/s", 0.97 * rate));
        latencies("at " + rate + " ends a second", wanted, true);
        int bearable = (int) (BEARABLE * Math.min(flood.wakesASecond(), wanted.wakesASecond()));
        Phase calm = phase("at what it bears", left.size(), Math.max(1, bearable));
        latencies("at " + calm.rate() + " ends a second", calm, false);
    }

    private void latencies(String when, Phase phase, boolean aimed) {
        Samples durable = phase.durableSamples();
        figures.add(Figure.of(when + ": durable wake, median", durable.median(), "ms"));
        figures.add(aimed ? Figure.atMost(when + ": durable wake, 99th", durable.percentile(99), "ms", LATEST_WAKE_MS)
                : Figure.of(when + ": durable wake, 99th", durable.percentile(99), "ms"));
        if (!phase.client().isEmpty()) {
            Samples client = Samples.of(phase.client());
            figures.add(Figure.of(when + ": at " + client.size() + " listening clients, median", client.median(), "ms"));
            figures.add(Figure.of(when + ": at " + client.size() + " listening clients, 99th", client.percentile(99), "ms"));
        }
    }

    private Phase phase(String name, int count, int rate) throws InterruptedException {
        List<JobEnds.Parked> now = List.copyOf(left.subList(0, Math.min(count, left.size())));
        left.subList(0, now.size()).clear();
        List<String> sessions = now.stream().map(ends::session).toList();
        List<String> listening = spread(sessions);
        clients.begin(listening);
        Thread.sleep(Duration.ofSeconds(2));
        Map<String, Double> before = cpu();
        int woken = wakes.sessions();
        long[] due = ends.tell(now, rate);
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (wakes.sessions() < woken + now.size() || unanswered(listening)) {
            if (System.nanoTime() > deadline) {
                throw new BenchFailed(wakes.sessions() - woken + " of " + now.size() + " sessions were woken, clients are "
                        + (unanswered(listening) ? "not all" : "all") + " answered");
            }
            Thread.sleep(20);
        }
        Phase phase = Phase.of(name, rate, sessions, due, wakes, clients);
        for (int i = 0; i < due.length; i++) {
            rows.add(List.of(name, due[i], phase.durable().get(i)));
        }
        told(phase, before);
        return phase;
    }

    /** Those who listen. */
    private static List<String> spread(List<String> sessions) {
        int step = Math.max(1, sessions.size() / LISTENERS);
        return IntStream.iterate(0, i -> i < sessions.size(), i -> i + step).mapToObj(sessions::get).limit(LISTENERS).toList();
    }

    private boolean unanswered(List<String> sessions) {
        return sessions.stream().anyMatch(s -> clients.at(s) == null);
    }

    private void told(Phase phase, Map<String, Double> before) {
        StringBuilder text = new StringBuilder(String.format(Locale.ROOT,
                "%s: %d ends, %.0f/s, durable p50 %.0f p99 %.0f ms; CPU ms an end:",
                phase.name(), phase.durable().size(), phase.wakesASecond(), phase.durableSamples().median(),
                phase.durableSamples().percentile(99)));
        cpu().forEach((process, seconds) -> {
            double spent = (seconds - before.get(process)) * 1_000 / phase.durable().size();
            text.append(String.format(Locale.ROOT, " %s %.2f", process, spent));
            if (phase.rate() == 0) {
                figures.add(Figure.of("- processor time an end, " + process, spent, "ms"));
            }
        });
        run.say(text.toString());
    }

    private Map<String, Double> cpu() {
        Map<String, Double> all = new LinkedHashMap<>();
        SessionsBench.PROCESSES.forEach(process -> all.put(process, Cpu.seconds(instance.pid(process))));
        all.put("bench", Cpu.alone(ProcessHandle.current().pid()));
        return all;
    }
}
