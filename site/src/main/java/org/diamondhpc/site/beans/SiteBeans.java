package org.diamondhpc.site.beans;

import jakarta.enterprise.inject.Disposes;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import java.nio.file.Path;
import org.diamondhpc.site.profile.SiteProfiles;
import org.diamondhpc.site.session.SiteSessions;
import org.diamondhpc.site.ssh.SshSiteSessions;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/** The sites of {@code diamond.sites.dir}, for services. */
class SiteBeans {
    @Produces
    @Singleton
    SiteProfiles profiles(@ConfigProperty(name = "diamond.sites.dir") Path folder) {
        return SiteProfiles.load(folder);
    }

    @Produces
    @Singleton
    SiteSessions sessions(SiteProfiles profiles) {
        return new SshSiteSessions(profiles);
    }

    void close(@Disposes SiteSessions sessions) {
        sessions.close();
    }
}
