package org.diamondhpc.monitor.work;

import jakarta.enterprise.context.ApplicationScoped;
import java.time.Clock;
import org.diamondhpc.monitor.domain.Pace;
import org.diamondhpc.schemas.id.AccountId;
import org.diamondhpc.site.profile.SiteProfile;
import org.diamondhpc.site.profile.SiteProfiles;
import org.diamondhpc.site.scheduler.Dialects;
import org.diamondhpc.site.session.SiteSessions;

/** Opens eyes on sites. */
@ApplicationScoped
class SiteEyes {
    private final SiteProfiles profiles;
    private final SiteSessions sessions;
    private final Dialects dialects;
    private final Clock clock;

    SiteEyes(SiteProfiles profiles, SiteSessions sessions, Dialects dialects, Clock clock) {
        this.profiles = profiles;
        this.sessions = sessions;
        this.dialects = dialects;
        this.clock = clock;
    }

    AccountEyes of(AccountId account) {
        return new SessionEyes(profiles.get(account.site()), sessions.of(account), dialects, clock);
    }

    Pace pace(AccountId account) {
        SiteProfile.Limits limits = profiles.get(account.site()).limits();
        return Pace.of(limits.pollMin(), limits.pollMax());
    }
}
