package org.diamondhpc.messaging.work;

import io.quarkus.runtime.ShutdownEvent;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.diamondhpc.messaging.tx.Nudge;

/** Wakes the dispatcher when a row falls due that this process knows of; what it does not know of the poll finds. */
@Singleton
class WorkNudge {
    /** Beyond this the poll is exact enough, and timers for far-off rows would only pile up. */
    private static final Duration HORIZON = Duration.ofSeconds(30);
    private final Nudge nudge = new Nudge();
    private final AtomicBoolean soon = new AtomicBoolean();
    private final ScheduledThreadPoolExecutor timer = new ScheduledThreadPoolExecutor(1,
            Thread.ofPlatform().daemon().name("work-timer").factory(), new ThreadPoolExecutor.DiscardPolicy());

    private final Clock clock;

    WorkNudge(Clock clock) {
        this.clock = clock;
    }

    void stop(@Observes ShutdownEvent event) {
        timer.shutdownNow();
    }

    void now() {
        nudge.now();
    }

    /** Finished rows free places one by one; a claim for each would cost more than the work. */
    void soon() {
        if (soon.compareAndSet(false, true)) {
            schedule(Duration.ofMillis(3), () -> {
                soon.set(false);
                nudge.now();
            });
        }
    }

    void after(Duration pause) {
        if (pause.compareTo(HORIZON) < 0) {
            schedule(pause.plusMillis(1), nudge::now);
        }
    }

    void at(Instant instant) {
        after(Duration.between(clock.instant(), instant));
    }

    void await(Duration atMost) throws InterruptedException {
        nudge.await(atMost);
    }

    private void schedule(Duration pause, Runnable action) {
        timer.schedule(action, Math.max(0, pause.toNanos()), TimeUnit.NANOSECONDS);
    }
}
