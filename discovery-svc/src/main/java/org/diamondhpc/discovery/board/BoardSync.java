package org.diamondhpc.discovery.board;

import io.quarkus.narayana.jta.QuarkusTransaction;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.time.Clock;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.diamondhpc.discovery.store.DecisionRow;
import org.diamondhpc.discovery.store.DecisionRows;
import org.diamondhpc.discovery.store.LessonRows;
import org.diamondhpc.discovery.store.SiteRow;
import org.diamondhpc.discovery.store.SiteRows;
import org.diamondhpc.discovery.store.ThroughputRows;
import org.diamondhpc.schemas.id.TaskId;
import org.jboss.logging.Logger;

/** Keeps the board as fresh as the database: whichever replica looked, all decide on what it saw. */
@ApplicationScoped
public class BoardSync {
    private static final Logger LOG = Logger.getLogger(BoardSync.class);
    private static final long PAUSE_MILLIS = 500;
    private static final int CLAIMS_EVERY = 4;
    private static final int EXPERIENCE_EVERY = 60;

    private final Board board;
    private final SiteDirectory directory;
    private final SiteRows sites;
    private final DecisionRows decisions;
    private final ThroughputRows throughputs;
    private final LessonRows lessons;
    private final PlacingConfig config;
    private final Clock clock;
    private final CountDownLatch ready = new CountDownLatch(1);
    private final Semaphore nudges = new Semaphore(0);
    private volatile boolean stopping;
    private long version;
    private int round;
    private long lesson = -1;

    BoardSync(Board board, SiteDirectory directory, SiteRows sites, DecisionRows decisions,
            ThroughputRows throughputs, LessonRows lessons, PlacingConfig config, Clock clock) {
        this.board = board;
        this.directory = directory;
        this.sites = sites;
        this.decisions = decisions;
        this.throughputs = throughputs;
        this.lessons = lessons;
        this.config = config;
        this.clock = clock;
    }

    void start(@Observes StartupEvent event) {
        Thread.ofVirtual().name("board-sync").start(this::run);
    }

    void stop(@Observes ShutdownEvent event) {
        stopping = true;
        nudges.release();
    }

    /** Waits until the board was filled once: before that every site would be unknown. */
    public void awaitReady() {
        try {
            ready.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted before the sites were read", e);
        }
    }

    /** Something new was committed. */
    public void nudge() {
        nudges.release();
    }

    /** Brings the board up to date now. */
    public synchronized void sync() {
        board.know(directory.all());
        List<SiteRow> news = QuarkusTransaction.requiringNew().call(() -> sites.since(version));
        for (SiteRow row : news) {
            directory.find(row.site()).ifPresent(known -> board.adopt(known.dressed(row.snapshot())));
            version = Math.max(version, row.version());
        }
        if (round % CLAIMS_EVERY == 0) {
            board.reconcile(QuarkusTransaction.requiringNew().call(this::claims));
            QuarkusTransaction.requiringNew().run(this::learn);
        }
        if (round % EXPERIENCE_EVERY == 0) {
            QuarkusTransaction.requiringNew().run(() -> {
                board.learn(throughputs.all(), decisions.experience(board.seenWaits()));
                decisions.prune(clock.instant().minus(config.keepDecisions()));
                lessons.prune(clock.instant().minus(config.keepLessons()));
            });
        }
        round++;
    }

    private void run() {
        while (!stopping) {
            try {
                sync();
                ready.countDown();
            } catch (RuntimeException e) {
                LOG.warnf(e, "The board could not be brought up to date; the last state stays in force");
            }
            pause();
        }
    }

    private void pause() {
        try {
            if (nudges.tryAcquire(PAUSE_MILLIS, TimeUnit.MILLISECONDS)) {
                nudges.drainPermits();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            stopping = true;
        }
    }

    private void learn() {
        lesson = lesson < 0 ? lessons.start() : lesson;
        for (LessonRows.Learned learned : lessons.since(lesson)) {
            board.learn(learned.site(), learned.lesson());
            lesson = learned.seq();
        }
    }

    private Map<TaskId, Claimed> claims() {
        Map<TaskId, Claimed> claims = new HashMap<>();
        for (DecisionRow row : decisions.claiming()) {
            claims.put(row.attempt().task(), new Claimed(row.site(), row.login(), row.claim(), row.attempt().number(),
                    row.decidedAt(), row.submittedAt()));
        }
        return claims;
    }
}
