package org.diamondhpc.discovery.work;

import io.quarkus.narayana.jta.QuarkusTransaction;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.diamondhpc.discovery.store.SiteRow;
import org.diamondhpc.discovery.store.SiteRows;
import org.diamondhpc.messaging.Work;
import org.diamondhpc.messaging.WorkHandler;
import org.diamondhpc.messaging.WorkOutcome;
import org.diamondhpc.schemas.reason.DiamondException;
import org.diamondhpc.schemas.site.SiteFacts;
import org.diamondhpc.schemas.site.SiteSnapshot;
import org.diamondhpc.site.profile.SiteProfile;
import org.diamondhpc.site.profile.SiteProfiles;
import org.diamondhpc.site.scheduler.text.Marks;
import org.diamondhpc.site.session.SiteSessions;
import org.diamondhpc.site.survey.Survey;
import org.jboss.logging.Logger;

/** Asks one site for what changes rarely, over and over; what does not come stays as it was, and grows old. */
@ApplicationScoped
class SurveyHandler implements WorkHandler<SurveyWork> {
    private static final Logger LOG = Logger.getLogger(SurveyHandler.class);
    /** A site is surveyed after it was seen. */
    private static final Duration UNTIL_SEEN = Duration.ofSeconds(5);

    private final SiteProfiles profiles;
    private final SiteSessions sessions;
    private final SiteRows rows;
    private final Sightings sightings;
    private final SitesConfig config;
    private final Clock clock;
    private final Survey survey = new Survey(Marks.random());

    SurveyHandler(SiteProfiles profiles, SiteSessions sessions, SiteRows rows, Sightings sightings, SitesConfig config,
            Clock clock) {
        this.profiles = profiles;
        this.sessions = sessions;
        this.rows = rows;
        this.sightings = sightings;
        this.config = config;
        this.clock = clock;
    }

    @Override
    public String kind() {
        return SurveyWork.KIND;
    }

    @Override
    public Class<SurveyWork> payload() {
        return SurveyWork.class;
    }

    @Override
    public WorkOutcome work(Work<SurveyWork> work) {
        Optional<SiteProfile> profile = profiles.find(work.payload().site());
        if (profile.isEmpty()) {
            // the registrar takes it off the books, or registers it again
            return WorkOutcome.done();
        }
        Optional<SiteSnapshot> seen = QuarkusTransaction.requiringNew().call(() -> rows.find(profile.get().id())
                .map(SiteRow::snapshot).filter(s -> s.seenAt() != null));
        if (seen.isEmpty()) {
            return WorkOutcome.again(UNTIL_SEEN, "waits for the first look");
        }
        Instant now = clock.instant();
        SiteFacts known = seen.get().facts();
        boolean all = known == null || known.inventoryAt() == null
                || !known.inventoryAt().plus(config.inventory()).isAfter(now);
        try {
            SiteFacts facts = AnyLogin.of(profile.get(), sessions).run(session -> survey.ask(session, profile.get(),
                    known, all ? Survey.Depth.ALL : Survey.Depth.STORAGE, now));
            return WorkOutcome.again(config.storage(), "asks again",
                    () -> sightings.surveyed(profile.get().id(), facts));
        } catch (DiamondException e) {
            LOG.infof("A site could not be surveyed, site=%s reason=%s", profile.get().id(), e.problem().reason());
            return WorkOutcome.again(config.storage(), String.valueOf(e.problem()));
        }
    }
}
