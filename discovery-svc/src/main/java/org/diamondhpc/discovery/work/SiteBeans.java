package org.diamondhpc.discovery.work;

import jakarta.enterprise.inject.Disposes;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import java.time.Clock;
import org.diamondhpc.site.profile.SiteProfiles;
import org.diamondhpc.site.scheduler.Dialects;
import org.diamondhpc.site.session.SiteSessions;
import org.diamondhpc.site.ssh.SharedLogins;
import org.diamondhpc.site.ssh.SshSettings;
import org.diamondhpc.site.ssh.SshSiteSessions;

/** The sites this process reaches. */
class SiteBeans {
    @Produces
    @Singleton
    SiteProfiles profiles(SitesConfig config) {
        return SiteProfiles.lenient(config.dir(), config.poll());
    }

    @Produces
    @Singleton
    SiteSessions sessions(SiteProfiles profiles, Clock clock) {
        return new SshSiteSessions(profiles, SshSettings.DEFAULT, SharedLogins.NONE, clock);
    }

    void close(@Disposes SiteSessions sessions) {
        sessions.close();
    }

    @Produces
    @Singleton
    Dialects dialects() {
        return Dialects.standard();
    }
}
