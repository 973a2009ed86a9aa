package org.diamondhpc.gateway.wake;

import io.quarkus.narayana.jta.QuarkusTransaction;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.time.Clock;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.diamondhpc.gateway.GatewayConfig;
import org.diamondhpc.gateway.signal.Signals;
import org.jboss.logging.Logger;

/**
 * The safety net of delivery: tells waiters of this process about wakes that another replica wrote, should its hint
 * over Kafka not come. One query a period, of the sessions that are waited for and however many others are woken.
 */
@Singleton
class WakeNews {
    private static final Logger LOG = Logger.getLogger(WakeNews.class);
    private static final String SESSION = "session:";
    /** A wake is stamped before its commit; this much later it has been seen. */
    private static final Duration OVERLAP = Duration.ofSeconds(10);

    private final WaitRows rows;
    private final Signals signals;
    private final Clock clock;
    private final Duration period;
    private final ScheduledExecutorService timer =
            Executors.newSingleThreadScheduledExecutor(Thread.ofPlatform().daemon().name("wake-news").factory());

    WakeNews(WaitRows rows, Signals signals, Clock clock, GatewayConfig config) {
        this.rows = rows;
        this.signals = signals;
        this.clock = clock;
        this.period = config.recheck();
    }

    void start(@Observes StartupEvent event) {
        timer.scheduleWithFixedDelay(this::look, period.toMillis(), period.toMillis(), TimeUnit.MILLISECONDS);
    }

    void stop(@Observes ShutdownEvent event) {
        timer.shutdownNow();
    }

    private void look() {
        Set<String> awaited = signals.awaited(SESSION);
        if (awaited.isEmpty()) {
            return;
        }
        try {
            QuarkusTransaction.requiringNew().call(() -> rows.wokenSince(awaited, clock.instant().minus(OVERLAP)))
                    .forEach(s -> signals.fire(SESSION + s));
        } catch (RuntimeException e) {
            LOG.warnf("Wakes of other replicas cannot be looked for now; cause=%s", e.getMessage());
        }
    }
}
