package org.diamondhpc.discovery.work;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.transaction.Status;
import jakarta.transaction.Synchronization;
import jakarta.transaction.TransactionSynchronizationRegistry;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.diamondhpc.discovery.board.BoardSync;
import org.diamondhpc.discovery.board.Placer;
import org.diamondhpc.discovery.domain.probe.JobNews;
import org.diamondhpc.discovery.domain.probe.SnapshotNews;
import org.diamondhpc.discovery.store.DecisionRows;
import org.diamondhpc.discovery.store.LessonRows;
import org.diamondhpc.discovery.store.PlacingRows;
import org.diamondhpc.discovery.store.SiteRows;
import org.diamondhpc.messaging.Outbox;
import org.diamondhpc.messaging.OutgoingEvent;
import org.diamondhpc.messaging.WorkQueue;
import org.diamondhpc.schemas.Topics;
import org.diamondhpc.schemas.id.IdSource;
import org.diamondhpc.schemas.id.SiteId;
import org.diamondhpc.schemas.site.SiteFacts;
import org.diamondhpc.schemas.site.SiteSnapshot;

/** Stores and publishes what was seen, in the current transaction. */
@ApplicationScoped
class Sightings {
    private static final String TYPE = "org.diamondhpc.site.snapshot.v1";
    private static final String SOURCE = "/diamond/discovery-svc";
    /** Tasks woken by one look; the rest has its own time. */
    private static final int WOKEN = 1000;
    /** A look's transaction commits a moment after it; a look takes in what was submitted before it began. */
    private static final Duration SKEW = Duration.ofSeconds(1);

    private final SiteRows rows;
    private final PlacingRows placing;
    private final DecisionRows decisions;
    private final LessonRows lessons;
    private final WorkQueue queue;
    private final Outbox outbox;
    private final BoardSync sync;
    private final IdSource ids;
    private final Clock clock;
    private final TransactionSynchronizationRegistry transactions;
    private final Map<SiteId, Told> told = new ConcurrentHashMap<>();

    Sightings(SiteRows rows, PlacingRows placing, DecisionRows decisions, LessonRows lessons, WorkQueue queue, Outbox outbox,
            BoardSync sync, IdSource ids, Clock clock, TransactionSynchronizationRegistry transactions) {
        this.rows = rows;
        this.placing = placing;
        this.decisions = decisions;
        this.lessons = lessons;
        this.queue = queue;
        this.outbox = outbox;
        this.sync = sync;
        this.ids = ids;
        this.clock = clock;
        this.transactions = transactions;
    }

    /** @param before what was known when the look began */
    void save(SiteSnapshot before, Looking looking, int failures, Duration pause) {
        Instant now = clock.instant();
        SiteSnapshot seen = looking.seen();
        rows.looked(seen, now, failures, pause);
        if (looking.healthy()) {
            decisions.seen(seen.site(), seen.seenAt().minus(SKEW));
            lessons.add(seen.site(), JobNews.between(before, seen), now);
        }
        tell(seen, now);
        if (SnapshotNews.opensPlaces(before, seen)) {
            placing.waiting(WOKEN).forEach(task -> queue.hasten(Placer.PLACE, task.value(), now));
        }
        afterCommit(sync::nudge);
    }

    /** Before the first look. */
    void unseen(SiteSnapshot snapshot) {
        if (rows.add(snapshot)) {
            tell(snapshot, clock.instant());
            afterCommit(sync::nudge);
        }
    }

    /** The profile has changed. */
    void redressed(SiteSnapshot snapshot) {
        rows.redress(snapshot);
        tell(snapshot, clock.instant());
        afterCommit(sync::nudge);
    }

    /** What changes rarely was asked for. */
    void surveyed(SiteId site, SiteFacts facts) {
        rows.surveyed(site, facts);
        rows.find(site).ifPresent(row -> tell(row.snapshot().withFacts(facts), clock.instant()));
        afterCommit(sync::nudge);
    }

    /** The site's profile is gone: so is the site. */
    void gone(SiteId site) {
        rows.remove(site);
        told.remove(site);
        publish(site, null, clock.instant());
    }

    private void tell(SiteSnapshot snapshot, Instant now) {
        Told last = told.get(snapshot.site());
        if (SnapshotNews.worthPublishing(last == null ? null : last.snapshot(), last == null ? null : last.at(), snapshot,
                now)) {
            publish(snapshot.site(), SnapshotNews.carried(snapshot), now);
            afterCommit(() -> told.put(snapshot.site(), new Told(snapshot, now)));
        }
    }

    private void publish(SiteId site, SiteSnapshot snapshot, Instant now) {
        outbox.append(new OutgoingEvent(ids.event(), Topics.SITE_SNAPSHOTS.topic(), site.value(), TYPE, site.value(), SOURCE,
                now, snapshot));
    }

    private void afterCommit(Runnable action) {
        transactions.registerInterposedSynchronization(new Synchronization() {
            @Override
            public void beforeCompletion() {
                // only the outcome counts
            }

            @Override
            public void afterCompletion(int status) {
                if (status == Status.STATUS_COMMITTED) {
                    action.run();
                }
            }
        });
    }

    private record Told(SiteSnapshot snapshot, Instant at) {
    }
}
