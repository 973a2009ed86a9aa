package org.diamondhpc.site.scheduler;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.diamondhpc.site.profile.SiteProfile;
import org.diamondhpc.site.profile.SiteProfiles;
import org.diamondhpc.site.ssh.SshSiteSessions;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The contract against any real site: one profile file in the folder that {@code DIAMOND_CONTRACT_SITES} names (a system
 * property or a variable of the environment). See docs/guides/adding-a-scheduler.md.
 */
@ParameterizedClass(name = "{0}")
@MethodSource("sites")
class ContractOnRealSitesTest extends DialectContract {
    private static final String NONE = "none";
    private static SiteProfiles profiles;
    private static SshSiteSessions sessions;

    @Parameter
    private String site;

    static List<String> sites() {
        String folder = System.getProperty("DIAMOND_CONTRACT_SITES", System.getenv("DIAMOND_CONTRACT_SITES"));
        if (folder == null) {
            return List.of(NONE);
        }
        profiles = SiteProfiles.load(Path.of(folder));
        sessions = new SshSiteSessions(profiles);
        return profiles.all().stream().map(p -> p.id().value()).toList();
    }

    @AfterAll
    static void close() {
        if (sessions != null) {
            sessions.close();
        }
    }

    @Override
    protected Ground ground() {
        assumeTrue(!site.equals(NONE), "skipped: DIAMOND_CONTRACT_SITES names no folder of profiles");
        SiteProfile profile = profiles.all().stream().filter(p -> p.id().value().equals(site)).findFirst().orElseThrow();
        return new Ground(sessions.of(profile.id(), TestingTasks.TENANT), profile,
                !profile.scheduler().family().equals("flux"), Duration.ofMinutes(1));
    }
}
