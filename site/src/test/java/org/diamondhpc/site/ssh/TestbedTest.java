package org.diamondhpc.site.ssh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.diamondhpc.site.ssh.SshSiteSessionTest.assertFailure;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.diamondhpc.schemas.id.TenantId;
import org.diamondhpc.schemas.reason.Reason;
import org.diamondhpc.site.profile.SiteProfile;
import org.diamondhpc.site.profile.SiteProfiles;
import org.diamondhpc.site.session.CommandResult;
import org.diamondhpc.site.session.RemoteCommand;
import org.diamondhpc.site.session.RemoteFiles;
import org.diamondhpc.site.session.SiteHealth;
import org.diamondhpc.site.session.SiteSession;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * Every profile of a folder of the testbed's profiles, with the oddities of its clusters: banners, tcsh, aliases, jump
 * host, certificate. {@code -Dtestbed.profiles=FOLDER}; a code for the sites that ask for one:
 * {@code -Dtestbed.code=CODE}.
 */
@EnabledIfSystemProperty(named = "testbed.profiles", matches = ".+")
class TestbedTest {
    private final SiteProfiles profiles = SiteProfiles.load(Path.of(System.getProperty("testbed.profiles")));

    @TestFactory
    Stream<DynamicTest> everySite() {
        return profiles.all().stream().map(p -> DynamicTest.dynamicTest(p.id().value(), () -> check(p)));
    }

    private void check(SiteProfile profile) {
        try (SshSiteSessions sessions = new SshSiteSessions(profiles)) {
            SiteSession session = sessions.of(profile.id(), new TenantId("demo"));
            String code = System.getProperty("testbed.code");
            if (session.health().state() == SiteHealth.State.NEEDS_LOGIN && code != null) {
                sessions.login(session.account(), (instruction, prompts) -> List.of(code));
            }
            String evil = "a'b\n$(id) !x";
            CommandResult result = session.run(RemoteCommand.of("printf '%s' \"$1\"; cat; command -v squeue >&2", evil)
                    .withStdin("in".getBytes(StandardCharsets.UTF_8)));
            assertThat(result.out()).isEqualTo(evil + "in");
            assertThat(result.err()).contains("squeue");
            assertThat(session.run(RemoteCommand.of("env")).out())
                    .doesNotContain("SQUEUE_FORMAT", "SLURM_TIME_FORMAT", "SSH_");
            files(session);
            timeout(session);
        }
    }

    private static void files(SiteSession session) {
        RemoteFiles files = session.files();
        String folder = session.expand("$HOME/.diamond-test");
        files.mkdirs(folder);
        files.write(folder + "/f", "content".getBytes(StandardCharsets.UTF_8));
        assertThat(files.tail(folder + "/f", 4)).asString().isEqualTo("tent");
        assertThat(files.remove(folder + "/f")).isTrue();
        assertThat(files.removeFolder(folder)).isTrue();
        assertFailure(() -> files.read("/root/x", 0, 1), Reason.SITE_PERMISSION_DENIED);
        if (session.run(RemoteCommand.of("df -k /scratch")).ok()) {
            String big = "/scratch/" + session.account().user() + "-big";
            assertFailure(() -> files.write(big, new byte[80 << 20]), Reason.SITE_DISK_FULL);
            assertThat(files.remove(big + ".part")).isTrue();
        }
    }

    private static void timeout(SiteSession session) {
        assertFailure(() -> session.run(RemoteCommand.of("sleep 4711").within(Duration.ofSeconds(2))),
                Reason.SITE_TIMEOUT);
        await().atMost(Duration.ofSeconds(10)).until(() ->
                !session.run(RemoteCommand.of("ps -eo args")).out().contains("sleep 4711"));
    }
}
