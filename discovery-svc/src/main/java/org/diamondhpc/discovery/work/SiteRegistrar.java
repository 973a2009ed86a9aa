package org.diamondhpc.discovery.work;

import io.quarkus.narayana.jta.QuarkusTransaction;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.time.Clock;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.diamondhpc.discovery.board.KnownSite;
import org.diamondhpc.discovery.board.SiteDirectory;
import org.diamondhpc.discovery.store.SiteRow;
import org.diamondhpc.discovery.store.SiteRows;
import org.diamondhpc.messaging.NewWork;
import org.diamondhpc.messaging.WorkQueue;
import org.diamondhpc.schemas.id.SiteId;
import org.diamondhpc.schemas.reason.Problem.Violation;
import org.diamondhpc.schemas.site.SiteHealth;
import org.diamondhpc.schemas.site.SiteSnapshot;
import org.jboss.logging.Logger;

/** Sees to it that every site that is written down is known and looked at, and no other. */
@ApplicationScoped
class SiteRegistrar {
    private static final Logger LOG = Logger.getLogger(SiteRegistrar.class);

    private final SiteDirectory directory;
    private final SiteRows rows;
    private final Sightings sightings;
    private final WorkQueue queue;
    private final SitesConfig config;
    private final Clock clock;
    private final Map<SiteId, KnownSite> registered = new HashMap<>();
    private List<Violation> reported = List.of();
    private volatile Thread worker;

    SiteRegistrar(SiteDirectory directory, SiteRows rows, Sightings sightings, WorkQueue queue, SitesConfig config,
            Clock clock) {
        this.directory = directory;
        this.rows = rows;
        this.sightings = sightings;
        this.queue = queue;
        this.config = config;
        this.clock = clock;
    }

    void start(@Observes StartupEvent event) {
        worker = Thread.ofVirtual().name("site-registrar").start(this::run);
    }

    void stop(@Observes ShutdownEvent event) {
        if (worker != null) {
            worker.interrupt();
        }
    }

    private void run() {
        while (!Thread.currentThread().isInterrupted()) {
            try {
                round();
            } catch (RuntimeException e) {
                LOG.warnf(e, "The site profiles could not be registered; tried again");
            }
            pause();
        }
    }

    private void round() {
        List<KnownSite> sites = directory.all();
        List<SiteId> stored = QuarkusTransaction.requiringNew().call(rows::names);
        for (KnownSite site : sites) {
            if (!stored.contains(site.id()) || !site.equals(registered.get(site.id()))) {
                QuarkusTransaction.requiringNew().run(() -> register(site));
                registered.put(site.id(), site);
            }
        }
        // a look that found its profile away for a moment has ended its work, so all are asked for each time
        QuarkusTransaction.requiringNew().run(() -> sites.forEach(site -> {
            queue.enqueue(look(site));
            queue.enqueue(survey(site));
        }));
        List<SiteId> known = sites.stream().map(KnownSite::id).toList();
        registered.keySet().retainAll(known);
        List<SiteId> gone = stored.stream().filter(s -> !known.contains(s)).toList();
        if (!gone.isEmpty()) {
            QuarkusTransaction.requiringNew().run(() -> drop(gone));
        }
        List<Violation> errors = directory.errors();
        if (!errors.equals(reported) && !errors.isEmpty()) {
            LOG.errorf("A site profile has errors; the other sites go on, errors=%s", errors);
        }
        reported = errors;
    }

    private void register(KnownSite site) {
        Optional<SiteSnapshot> before = rows.find(site.id()).map(SiteRow::snapshot);
        if (before.isEmpty()) {
            sightings.unseen(site.unseen(new SiteHealth(SiteHealth.State.UNKNOWN, clock.instant(), null)));
        } else if (!site.dressed(before.get()).equals(before.get())) {
            sightings.redressed(site.dressed(before.get()));
        }
        queue.enqueue(look(site));
        queue.hasten(LookWork.KIND, site.id().value(), clock.instant());
    }

    private static NewWork look(KnownSite site) {
        return new NewWork(LookWork.KIND, site.id().value(), site.id().value(), new LookWork(site.id()));
    }

    /** In a lane of its own: what takes long there must not keep the site from being looked at. */
    private static NewWork survey(KnownSite site) {
        return new NewWork(SurveyWork.KIND, site.id().value(), SurveyWork.KIND + "/" + site.id(),
                new SurveyWork(site.id()));
    }

    /** While a profile cannot be read its site is kept: the error is a typing error more often than a farewell. */
    private void drop(List<SiteId> gone) {
        if (directory.errors().isEmpty()) {
            gone.forEach(site -> {
                queue.cancel(LookWork.KIND, site.value());
                queue.cancel(SurveyWork.KIND, site.value());
                sightings.gone(site);
                LOG.infof("A site is gone, site=%s", site);
            });
        }
    }

    private void pause() {
        try {
            Thread.sleep(config.poll());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
