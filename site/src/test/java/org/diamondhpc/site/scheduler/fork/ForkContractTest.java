package org.diamondhpc.site.scheduler.fork;

import java.time.Duration;
import org.awaitility.Awaitility;
import org.diamondhpc.site.scheduler.DialectContract;
import org.diamondhpc.site.session.SiteSession;
import org.diamondhpc.site.ssh.SshSiteSessions;
import org.diamondhpc.site.testing.TestingSshSite;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** A workstation over SSH. */
class ForkContractTest extends DialectContract {
    private static TestingSshSite site;
    private static SshSiteSessions sessions;

    @BeforeAll
    static void open() {
        site = TestingSshSite.start("workstation").scheduler("{family: fork, slots: 4}");
        sessions = new SshSiteSessions(site.profiles());
    }

    @AfterAll
    static void close() {
        sessions.close();
        // Runners that were told to end still write their last words.
        Awaitility.await().ignoreExceptions().until(() -> {
            site.close();
            return true;
        });
    }

    @Override
    protected Ground ground() {
        SiteSession session = sessions.of(site.account());
        return new Ground(session, site.profiles().get(site.id()), true, Duration.ofSeconds(2),
                "{'script':'sleep 60','resources':{'exclusive':true}}");
    }
}
