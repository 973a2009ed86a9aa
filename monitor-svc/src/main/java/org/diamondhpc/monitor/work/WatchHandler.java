package org.diamondhpc.monitor.work;

import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import org.diamondhpc.messaging.Work;
import org.diamondhpc.messaging.WorkHandler;
import org.diamondhpc.messaging.WorkOutcome;
import org.diamondhpc.schemas.id.AccountId;
import org.diamondhpc.site.session.SiteException;

/**
 * Watches one site account for as long as it has jobs. The row is never removed: its lease shards accounts over
 * replicas, and a killed replica's accounts are taken over when the lease runs out.
 */
@ApplicationScoped
class WatchHandler implements WorkHandler<WatchHandler.Watched> {
    static final String KIND = "watch";
    /** A safety net: a new job makes the row due at once. */
    private static final Duration IDLE = Duration.ofMinutes(1);
    private static final Duration TROUBLE = Duration.ofSeconds(3);

    /** Whose jobs. */
    record Watched(AccountId account) {
    }

    private final AccountWatches watches;

    WatchHandler(AccountWatches watches) {
        this.watches = watches;
    }

    @Override
    public String kind() {
        return KIND;
    }

    @Override
    public Class<Watched> payload() {
        return Watched.class;
    }

    @Override
    public WorkOutcome work(Work<Watched> work) throws InterruptedException {
        AccountId account = work.payload().account();
        try (AccountWatch watch = watches.open(account)) {
            watch.run(work::held);
            return WorkOutcome.again(IDLE, "no jobs under watch");
        } catch (SiteException e) {
            // Not news of any job: all keep their last state until the site answers again.
            return e.retryAt().map(at -> WorkOutcome.again(at, e.getMessage()))
                    .orElseGet(() -> WorkOutcome.again(TROUBLE, e.getMessage()));
        }
    }
}
