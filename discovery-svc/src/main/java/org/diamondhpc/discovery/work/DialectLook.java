package org.diamondhpc.discovery.work;

import jakarta.enterprise.context.ApplicationScoped;
import java.time.Instant;
import org.diamondhpc.schemas.id.SiteId;
import org.diamondhpc.schemas.site.SiteSnapshot;
import org.diamondhpc.site.profile.SiteProfile;
import org.diamondhpc.site.profile.SiteProfiles;
import org.diamondhpc.site.scheduler.Dialect;
import org.diamondhpc.site.scheduler.Dialects;
import org.diamondhpc.site.session.SiteSessions;

/** Looks through the scheduler's own commands. */
@ApplicationScoped
class DialectLook implements SiteLook {
    private final SiteProfiles profiles;
    private final SiteSessions sessions;
    private final Dialects dialects;

    DialectLook(SiteProfiles profiles, SiteSessions sessions, Dialects dialects) {
        this.profiles = profiles;
        this.sessions = sessions;
        this.dialects = dialects;
    }

    @Override
    public SiteSnapshot look(SiteId site, Instant now) {
        return look(site, null, now);
    }

    @Override
    public SiteSnapshot look(SiteId site, SiteSnapshot before, Instant now) {
        SiteProfile profile = profiles.get(site);
        Dialect dialect = dialects.of(profile.scheduler().family());
        return AnyLogin.of(profile, sessions).run(session -> dialect.look(session, profile, before, now));
    }
}
