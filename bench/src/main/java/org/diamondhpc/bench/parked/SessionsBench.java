package org.diamondhpc.bench.parked;

import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.diamondhpc.bench.BenchFailed;
import org.diamondhpc.bench.Benchmark;
import org.diamondhpc.bench.Run;
import org.diamondhpc.bench.ground.Pss;
import org.diamondhpc.bench.report.Figure;
import org.diamondhpc.bench.report.LoadWatch;
import org.diamondhpc.bench.report.Report;

/** {@code diamond bench sessions}. */
public final class SessionsBench implements Benchmark {
    private static final int ORIGINALS = 20;
    private static final double LONGEST_START_S = 30;
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    static final List<String> PROCESSES = List.of("gateway", "postgres", "broker");

    private final List<Figure> figures = new ArrayList<>();
    private final List<List<?>> rows = new ArrayList<>();

    @Override
    public Report run(Run run) throws IOException, InterruptedException {
        String startedAt = Instant.now().truncatedTo(ChronoUnit.SECONDS).toString();
        if (run.options().here()) {
            throw new BenchFailed("other services would answer the played ones; run it without --here");
        }
        run.say("starting a gateway of " + LoneGateway.HEAP_MIB + " MiB with broker and database");
        try (LoadWatch load = new LoadWatch(); LoneGateway ground = LoneGateway.start(run);
                Connection database = ground.database();
                PlayedRing ring = new PlayedRing(ground.instance().kafkaClient())) {
            measure(run, ground, new Copies(database), new Parking(ground.api(), ring, database), ring);
            run.raw().table("wakes", List.of("phase", "due_us", "durable_ms"), rows);
            return new Report("sessions", startedAt, figures, load.noise(rows.size()), notes(run),
                    run.raw().folder().toString());
        } catch (SQLException e) {
            throw new BenchFailed("the database: " + e.getMessage(), e);
        }
    }

    private void measure(Run run, LoneGateway ground, Copies copies, Parking parking, PlayedRing ring)
            throws IOException, InterruptedException, SQLException {
        int sessions = run.options().number("sessions", 100_000);
        int each = Math.max(1, sessions / ORIGINALS - 1);
        run.say("parking " + ORIGINALS + " sessions through the interface and " + each + " copies of each");
        List<Sleeper> originals = parking.park(ORIGINALS);
        copies.make(originals, each);
        copies.verify(originals, each);
        figures.add(Figure.atLeast("sessions parked with an open wait", copies.count(
                "select count(*) from session s join wait w on w.session = s.id where s.state = 'PARKED'"
                        + " and w.state = 'OPEN' and s.open_waits = 1"), "", 100_000));
        List<JobEnds.Parked> order = shuffled(each);
        JobEnds ends = new JobEnds(ring, originals);
        try (WakeStream wakes = new WakeStream(ground.instance().kafkaClient());
                LongPolls clients = new LongPolls(ground.instance().url(), ground.instance().token("demo"))) {
            restart(run, ground, ends, order.getFirst(), wakes);
            Load load = new Load(run, ground.instance(), ends, wakes, clients, order.subList(1, order.size()));
            load.all();
            figures.addAll(load.figures());
            rows.addAll(load.rows());
        }
        once(copies, order.size());
        figures.add(Figure.atMost("heap in use after it, after a full collection", ground.liveHeap(), "MiB",
                LoneGateway.HEAP_MIB));
        for (String process : PROCESSES) {
            figures.add(Figure.of("memory of the " + process + " then", Pss.mebibytes(ground.instance().pid(process)), "MiB"));
        }
    }

    private void restart(Run run, LoneGateway ground, JobEnds ends, JobEnds.Parked first, WakeStream wakes)
            throws IOException, InterruptedException {
        run.say("killing the gateway; the supervisor starts it again");
        long killed = System.nanoTime();
        figures.add(Figure.atMost("killed until ready again, all parked", ground.restart().toMillis() / 1e3, "s",
                LONGEST_START_S));
        ends.tell(List.of(first), 0);
        while (wakes.at(ends.session(first)) == null) {
            if (System.nanoTime() - killed > PATIENCE.toNanos()) {
                throw new BenchFailed("no wake after " + PATIENCE);
            }
            Thread.sleep(5);
        }
        figures.add(Figure.atMost("killed until the first wake", (System.nanoTime() - killed) / 1e9, "s", LONGEST_START_S));
        figures.add(Figure.of("- heap in use then, after a full collection", ground.liveHeap(), "MiB"));
    }

    /** Ends come in no order of parking. */
    private static List<JobEnds.Parked> shuffled(int copies) {
        List<JobEnds.Parked> all = new ArrayList<>();
        for (int original = 0; original < ORIGINALS; original++) {
            for (int copy = 0; copy <= copies; copy++) {
                all.add(new JobEnds.Parked(original, copy));
            }
        }
        Collections.shuffle(all, new Random(7));
        return all;
    }

    private void once(Copies copies, int sessions) throws SQLException {
        long wakes = copies.count("select count(*) from wake where reason = 'FULFILLED'");
        long woken = copies.count("select count(distinct session) from wake");
        if (woken != sessions || wakes != sessions) {
            throw new BenchFailed(wakes + " wakes of " + woken + " sessions where " + sessions + " jobs ended");
        }
        figures.add(Figure.of("wakes in the database, one each session", wakes, ""));
    }

    private static List<String> notes(Run run) {
        return List.of(ORIGINALS + " sessions are parked over REST and their tasks made to run by the other services' events;"
                        + " the others are copies of their rows in all tables, compared row by row and byte by byte",
                "an end is JobFinished and OutputsCollected (stdout and stderr) of a task in the order of a seeded shuffle; its"
                        + " time is the rate's, not the sender's; a wake is durable when its event was sent after the commit",
                "the sender, the listeners, broker and database share the machine's cores with the gateway");
    }
}
