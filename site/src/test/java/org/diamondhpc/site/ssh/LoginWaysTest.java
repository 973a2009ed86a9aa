package org.diamondhpc.site.ssh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.diamondhpc.site.ssh.SshSiteSessionTest.assertFailure;

import java.nio.file.Files;
import java.nio.file.StandardCopyOption;
import java.util.List;
import org.diamondhpc.schemas.reason.Reason;
import org.diamondhpc.site.session.RemoteCommand;
import org.diamondhpc.site.session.SiteHealth;
import org.diamondhpc.site.session.SiteSession;
import org.diamondhpc.site.testing.TestingSshSite;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class LoginWaysTest {
    @Test
    void aSiteThatAsksAHumanNeedsOneLoginAndIsNeverTriedWithout() {
        try (TestingSshSite site = TestingSshSite.start("mfa").oneTimeCode("123456");
                SshSiteSessions sessions = new SshSiteSessions(site.profiles())) {
            SiteSession session = sessions.of(site.account());
            assertFailure(() -> session.run(RemoteCommand.of("true")), Reason.SITE_NEEDS_LOGIN);
            assertThat(site.network().accepted()).isZero();
            assertThat(session.health().state()).isEqualTo(SiteHealth.State.NEEDS_LOGIN);

            sessions.login(site.account(), (instruction, prompts) -> {
                assertThat(instruction).isEqualTo("Testing site");
                assertThat(prompts.getFirst().echo()).isFalse();
                return List.of("123456");
            });

            assertThat(session.run(RemoteCommand.of("echo in")).out()).isEqualTo("in\n");
            assertThat(session.files().stat(site.home().toString())).isPresent();
            assertThat(site.answers()).isEqualTo(1);
            site.network().cut();
            assertFailure(() -> session.run(RemoteCommand.of("true")), Reason.SITE_NEEDS_LOGIN);
            assertThat(site.answers()).isEqualTo(1);
        }
    }

    @Test
    void aWrongCodeIsTriedOnce() {
        try (TestingSshSite site = TestingSshSite.start("mfa").oneTimeCode("123456");
                SshSiteSessions sessions = new SshSiteSessions(site.profiles())) {
            assertFailure(() -> sessions.login(site.account(), (instruction, prompts) -> List.of("0")),
                    Reason.SITE_AUTH_REFUSED);
            assertThat(site.answers()).isEqualTo(1);
            sessions.login(site.account(), (instruction, prompts) -> List.of("123456"));
            assertThat(sessions.of(site.account()).run(RemoteCommand.of("true")).ok()).isTrue();
        }
    }

    @Test
    void aJumpHostCarriesTheConnectionAndBothKeysAreChecked() throws Exception {
        try (TestingSshSite jump = TestingSshSite.start("jump");
                TestingSshSite inner = TestingSshSite.start("inner")) {
            Files.copy(jump.profileFolder().resolve("jump.yaml"), inner.profileFolder().resolve("jump.yaml"),
                    StandardCopyOption.REPLACE_EXISTING);
            inner.through(jump);
            try (SshSiteSessions sessions = new SshSiteSessions(inner.profiles())) {
                SiteSession session = sessions.of(inner.account());
                assertThat(session.home()).isEqualTo(inner.home().toString());
                assertThat(jump.connections()).isEqualTo(1);
                jump.network().cut();
                assertThat(session.run(RemoteCommand.of("echo back")).out()).isEqualTo("back\n");
            }
            inner.changeHostKey();
            try (SshSiteSessions sessions = new SshSiteSessions(inner.profiles())) {
                assertFailure(() -> sessions.of(inner.account()).run(RemoteCommand.of("true")),
                        Reason.SITE_HOST_KEY_CHANGED);
            }
            jump.changeHostKey();
            try (SshSiteSessions sessions = new SshSiteSessions(inner.profiles())) {
                assertFailure(() -> sessions.of(inner.account()).run(RemoteCommand.of("true")),
                        Reason.SITE_HOST_KEY_CHANGED);
            }
        }
    }

    @Test
    void anotherHostTakesOverWhereOneIsDown() throws Exception {
        try (TestingSshSite site = TestingSshSite.start("alpha")) {
            var profile = site.profileFolder().resolve("alpha.yaml");
            Files.writeString(profile, Files.readString(profile)
                    .replace("hosts: [", "hosts: [{host: 127.0.0.1, port: 1}, "));
            try (SshSiteSessions sessions = new SshSiteSessions(site.profiles())) {
                assertThat(sessions.of(site.account()).run(RemoteCommand.of("true")).ok()).isTrue();
            }
        }
    }
}
