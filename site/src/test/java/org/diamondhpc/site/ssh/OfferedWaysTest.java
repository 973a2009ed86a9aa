package org.diamondhpc.site.ssh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.nio.file.Path;
import org.diamondhpc.schemas.reason.Reason;
import org.diamondhpc.site.session.RemoteCommand;
import org.diamondhpc.site.session.SiteException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a refusal tells of the ways that a real sshd has open. */
class OfferedWaysTest {
    @TempDir
    Path folder;

    private SiteException refusal(String... config) throws Exception {
        try (OpenSshServer server = OpenSshServer.start(folder, config);
                SshSiteSessions sessions = new SshSiteSessions(server.profiles())) {
            return catchThrowableOfType(SiteException.class,
                    () -> sessions.of(server.account()).run(RemoteCommand.of("true")));
        }
    }

    @Test
    void aHostThatTakesPasswordsAloneSaysSo() throws Exception {
        SiteException refused = refusal("PubkeyAuthentication no", "PasswordAuthentication yes",
                "KbdInteractiveAuthentication no");

        assertThat(refused.reason()).isEqualTo(Reason.SITE_AUTH_REFUSED);
        assertThat(refused.problem().detail()).contains("takes no keys", "password");
        assertThat(refused.problem().whatToDo()).contains("Diamond keeps no passwords");
    }

    @Test
    void aHostThatRefusesThisKeySaysWhatElseItTakes() throws Exception {
        SiteException refused = refusal("DenyUsers " + OpenSshServer.user(), "PasswordAuthentication yes");

        assertThat(refused.problem().detail()).contains("refused the login", "publickey");
    }
}
