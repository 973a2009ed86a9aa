package org.diamondhpc.site.beans;

import jakarta.enterprise.inject.Disposes;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Optional;
import org.diamondhpc.site.broker.LoginBroker;
import org.diamondhpc.site.profile.SiteProfiles;
import org.diamondhpc.site.scheduler.Dialects;
import org.diamondhpc.site.ssh.SharedLogins;
import org.diamondhpc.site.ssh.SshSettings;
import org.diamondhpc.site.ssh.SshSiteSessions;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/**
 * The sites of {@code diamond.sites.dir}, for services. A bad profile leaves its site out and the others alone. Where
 * {@code diamond.logins.dir} names a folder that the services of one instance share, so do they share logins that
 * needed a human.
 */
class SiteBeans {
    @Produces
    @Singleton
    SiteProfiles profiles(@ConfigProperty(name = "diamond.sites.dir") Path folder, Dialects dialects) {
        return SiteProfiles.lenient(folder, dialects::problems);
    }

    @Produces
    @Singleton
    SharedLogins logins(@ConfigProperty(name = "diamond.logins.dir") Optional<Path> folder) {
        return folder.<SharedLogins>map(LoginBroker::new).orElse(SharedLogins.NONE);
    }

    @Produces
    @Singleton
    SshSiteSessions sessions(SiteProfiles profiles, SharedLogins logins, Clock clock) {
        return new SshSiteSessions(profiles, SshSettings.DEFAULT, logins, clock);
    }

    @Produces
    @Singleton
    Dialects dialects() {
        return Dialects.standard();
    }

    void close(@Disposes SshSiteSessions sessions) {
        sessions.close();
    }

    void close(@Disposes SharedLogins logins) {
        logins.close();
    }
}
