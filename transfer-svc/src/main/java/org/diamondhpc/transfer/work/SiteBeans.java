package org.diamondhpc.transfer.work;

import jakarta.enterprise.inject.Disposes;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import java.nio.file.Path;
import java.time.Clock;
import org.diamondhpc.site.profile.SiteProfiles;
import org.diamondhpc.site.session.SiteSessions;
import org.diamondhpc.site.ssh.SharedLogins;
import org.diamondhpc.site.ssh.SshSettings;
import org.diamondhpc.site.ssh.SshSiteSessions;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/** The sites this process reaches. */
class SiteBeans {
    @Produces
    @Singleton
    SiteProfiles profiles(@ConfigProperty(name = "diamond.sites.dir") Path folder) {
        return SiteProfiles.load(folder);
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
    StorageRoots roots(SiteProfiles profiles) {
        return site -> profiles.get(site).storage().root();
    }
}
