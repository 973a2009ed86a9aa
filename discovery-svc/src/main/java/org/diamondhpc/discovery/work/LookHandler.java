package org.diamondhpc.discovery.work;

import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.narayana.jta.QuarkusTransaction;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.diamondhpc.discovery.board.Board;
import org.diamondhpc.discovery.board.KnownSite;
import org.diamondhpc.discovery.board.SiteDirectory;
import org.diamondhpc.discovery.domain.probe.LookRhythm;
import org.diamondhpc.discovery.domain.probe.SnapshotNews;
import org.diamondhpc.discovery.store.SiteRow;
import org.diamondhpc.discovery.store.SiteRows;
import org.diamondhpc.messaging.Work;
import org.diamondhpc.messaging.WorkHandler;
import org.diamondhpc.messaging.WorkOutcome;
import org.diamondhpc.schemas.site.SiteHealth;
import org.diamondhpc.schemas.site.SiteSnapshot;
import org.jboss.logging.Logger;

/** Looks at one site, over and over. */
@ApplicationScoped
class LookHandler implements WorkHandler<LookWork> {
    private static final Logger LOG = Logger.getLogger(LookHandler.class);

    private final SiteDirectory directory;
    private final Observer observer;
    private final SiteRows rows;
    private final Sightings sightings;
    private final Board board;
    private final Clock clock;
    private final MeterRegistry meters;

    LookHandler(SiteDirectory directory, Observer observer, SiteRows rows, Sightings sightings, Board board, Clock clock,
            MeterRegistry meters) {
        this.directory = directory;
        this.observer = observer;
        this.rows = rows;
        this.sightings = sightings;
        this.board = board;
        this.clock = clock;
        this.meters = meters;
    }

    @Override
    public String kind() {
        return LookWork.KIND;
    }

    @Override
    public Class<LookWork> payload() {
        return LookWork.class;
    }

    @Override
    public WorkOutcome work(Work<LookWork> work) {
        Optional<KnownSite> site = directory.find(work.payload().site());
        if (site.isEmpty()) {
            // the registrar takes it off the books, or registers it again
            return WorkOutcome.done();
        }
        Past past = QuarkusTransaction.requiringNew().call(() -> rows.find(site.get().id()).map(Past::of)
                .orElse(new Past(site.get().unseen(new SiteHealth(SiteHealth.State.UNKNOWN, clock.instant(), null)), 0,
                        Duration.ZERO)));
        Looking looking = observer.observe(site.get(), past.snapshot());
        report(past.snapshot(), looking);
        int failures = looking.healthy() ? 0 : past.failures() + 1;
        Duration pause = pause(site.get(), past, looking, failures);
        return WorkOutcome.again(pause, looking.healthy() ? "looks again" : String.valueOf(looking.problem()),
                () -> sightings.save(past.snapshot(), looking, failures, pause));
    }

    private Duration pause(KnownSite site, Past past, Looking looking, int failures) {
        LookRhythm rhythm = new LookRhythm(site.pollMin(), site.pollMax());
        Instant now = clock.instant();
        return looking.healthy() ? rhythm.afterLook(past.interval(), SnapshotNews.moved(past.snapshot(), looking.seen()),
                board.expects(site.id()), looking.took())
                : rhythm.afterFailure(failures, looking.retryAt(), now);
    }

    private void report(SiteSnapshot before, Looking looking) {
        String site = before.site().value();
        meters.timer("diamond.look", "site", site, "healthy", String.valueOf(looking.healthy())).record(looking.took());
        SiteHealth was = before.health();
        SiteHealth is = looking.seen().health();
        if (was.state() != is.state()) {
            LOG.infof("A site's health changed, site=%s was=%s is=%s reason=%s", site, was.state(), is.state(),
                    is.problem() == null ? "none" : is.problem().reason() + ", " + is.problem().detail());
        }
    }

    private record Past(SiteSnapshot snapshot, int failures, Duration interval) {
        static Past of(SiteRow row) {
            return new Past(row.snapshot(), row.failures(), row.interval());
        }
    }
}
