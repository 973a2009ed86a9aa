package org.diamondhpc.monitor.work;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.diamondhpc.monitor.domain.Pace;
import org.diamondhpc.monitor.domain.TrackedJob;
import org.diamondhpc.schemas.id.AttemptId;
import org.diamondhpc.site.scheduler.Hint;

/**
 * The loop of one site account: wait for hints until the next look is due, look, write down what changed. One thread
 * runs it; hints and new jobs reach it through its queue. At a site it uses one channel for the followed hint file
 * and one command a look, however many jobs there are.
 */
final class AccountWatch implements AutoCloseable {
    /** News that calls for a look waits this long for more of it, so that a burst is one look. */
    private static final Duration GATHER = Duration.ofMillis(150);
    /** After a look there is none for so many times as long as it took, whatever the news: looks burden a login node. */
    private static final int REST = 4;
    /** Accounting is asked this seldom, for all ended jobs together. */
    private static final Duration ACCOUNTING_EVERY = Duration.ofSeconds(15);
    private static final int MOST_AT_ONCE = 500;

    /** What reaches the loop from other threads. */
    sealed interface Signal {
        record Hinted(Hint hint) implements Signal {
        }

        record NewJob(AttemptId attempt) implements Signal {
        }

        record FollowEnded() implements Signal {
        }
    }

    private final AccountEyes eyes;
    private final WatchLedger ledger;
    private final BlockingQueue<Signal> signals = new LinkedBlockingQueue<>();
    private final Crowd crowd = new Crowd();
    private final UnmatchedHints unmatched = new UnmatchedHints();
    private final Runnable onClose;
    private Pace pace;
    private Instant nextLook = Instant.MIN;
    private Instant rested = Instant.MIN;
    private Instant nextAccounting = Instant.MIN;

    AccountWatch(AccountEyes eyes, WatchLedger ledger, Pace pace, Runnable onClose) {
        this.eyes = eyes;
        this.ledger = ledger;
        this.pace = pace;
        this.onClose = onClose;
    }

    /** For other threads: something happened. */
    void signal(Signal signal) {
        signals.add(signal);
    }

    /** Runs until no job of the account is left, the row is lost, or the site fails. */
    void run(BooleanSupplier held) throws InterruptedException {
        eyes.follow(this::signal);
        while (held.getAsBoolean()) {
            if (!eyes.now().isBefore(nextLook)) {
                List<TrackedJob> jobs = ledger.jobs();
                if (jobs.isEmpty()) {
                    return;
                }
                look(jobs);
            }
            handle(await());
        }
    }

    private void look(List<TrackedJob> jobs) {
        Instant began = eyes.now();
        List<TrackedJob> alive = jobs.stream().filter(j -> !j.ended()).toList();
        boolean news = !alive.isEmpty() && ledger.observed(eyes.look(alive), eyes.now());
        pace = news ? pace.afterNews() : pace.afterQuietLook();
        List<TrackedJob> over = jobs.stream().filter(TrackedJob::ended).toList();
        if (!over.isEmpty() && !eyes.now().isBefore(nextAccounting)) {
            ledger.accounted(over, eyes.usage(over), eyes.now());
            nextAccounting = eyes.now().plus(ACCOUNTING_EVERY);
        }
        eyes.followAgainIfCut(this::signal);
        Instant ended = eyes.now();
        rested = ended.plus(Duration.between(began, ended).multipliedBy(REST));
        nextLook = later(ended.plus(pace.current()), rested);
    }

    private List<Signal> await() throws InterruptedException {
        List<Signal> batch = new ArrayList<>();
        long millis = Math.max(0, Math.min(1000, Duration.between(eyes.now(), nextLook).toMillis()));
        Signal first = signals.poll(millis, TimeUnit.MILLISECONDS);
        if (first != null) {
            Thread.sleep(crowd.patience());
            batch.add(first);
            signals.drainTo(batch, MOST_AT_ONCE - 1);
        }
        return batch;
    }

    private void handle(List<Signal> batch) {
        List<Hint> hints = new ArrayList<>();
        for (Signal signal : batch) {
            switch (signal) {
                case Signal.Hinted h -> hints.add(h.hint());
                case Signal.NewJob n -> {
                    hints.addAll(unmatched.take(n.attempt()));
                    pace = pace.afterNews();
                    lookBy(eyes.now().plus(pace.current())); // its own lines tell of it sooner
                }
                case Signal.FollowEnded f -> lookSoon();
            }
        }
        crowd.told(hints.size(), eyes.now());
        if (hints.isEmpty()) {
            return;
        }
        WatchLedger.Taken taken = ledger.hinted(hints, eyes.now());
        taken.unmatched().forEach(unmatched::keep);
        if (taken.lookNeeded()) {
            lookSoon();
        }
    }

    private void lookSoon() {
        pace = pace.afterNews();
        lookBy(eyes.now().plus(GATHER));
    }

    private void lookBy(Instant time) {
        Instant allowed = later(time, rested);
        if (allowed.isBefore(nextLook)) {
            nextLook = allowed;
        }
    }

    private static Instant later(Instant a, Instant b) {
        return a.isAfter(b) ? a : b;
    }

    @Override
    public void close() {
        onClose.run();
        eyes.close();
    }
}
