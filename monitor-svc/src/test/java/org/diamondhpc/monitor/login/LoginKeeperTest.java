package org.diamondhpc.monitor.login;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.diamondhpc.schemas.id.SiteId;
import org.diamondhpc.schemas.id.TenantId;
import org.diamondhpc.schemas.reason.DiamondException;
import org.diamondhpc.schemas.reason.Reason;
import org.diamondhpc.schemas.request.SealedAnswers;
import org.diamondhpc.schemas.request.SiteReply;
import org.diamondhpc.schemas.request.SiteRequest;
import org.diamondhpc.site.session.RemoteCommand;
import org.diamondhpc.site.session.SiteException;
import org.diamondhpc.site.ssh.SshSiteSessions;
import org.diamondhpc.site.testing.TestingSshSite;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Against a real SSH server that wants a one-time code. */
class LoginKeeperTest {
    private static final TenantId DEMO = new TenantId("demo");
    private final SiteId alpha = new SiteId("alpha");
    private TestingSshSite site;
    private SshSiteSessions sessions;
    private LoginKeeper keeper;

    @BeforeEach
    void aSiteThatWantsACode() throws Exception {
        site = TestingSshSite.start("alpha");
        site.oneTimeCode("123456");
        sessions = new SshSiteSessions(site.profiles());
        keeper = new LoginKeeper(sessions, () -> "0mx000000000000000000001");
    }

    @AfterEach
    void close() throws Exception {
        sessions.close();
        site.close();
    }

    @Test
    void theRightCodeLogsInForEverybody() throws Exception {
        assertThatThrownBy(() -> sessions.of(alpha, DEMO).run(RemoteCommand.of("echo hi")))
                .isInstanceOfSatisfying(SiteException.class,
                        e -> assertThat(e.reason()).isEqualTo(Reason.SITE_NEEDS_LOGIN));

        SiteReply.Prompts asked = (SiteReply.Prompts) keeper.answer(new SiteRequest.Login(DEMO, alpha, null, null));
        SiteReply reply = keeper.answer(answer(DEMO, asked, "123456"));

        assertThat(reply).isInstanceOf(SiteReply.Done.class);
        assertThat(sessions.of(alpha, DEMO).run(RemoteCommand.of("echo hi")).out()).isEqualTo("hi\n");
    }

    @Test
    void aWrongCodeIsRefusedWithItsReason() throws Exception {
        SiteReply.Prompts asked = (SiteReply.Prompts) keeper.answer(new SiteRequest.Login(DEMO, alpha, null, null));
        SiteReply reply = keeper.answer(answer(DEMO, asked, "000000"));

        assertThat(reply).isInstanceOf(SiteReply.Failed.class);
    }

    @Test
    void anotherTenantCannotGoOnWithALogin() throws Exception {
        SiteReply.Prompts asked = (SiteReply.Prompts) keeper.answer(new SiteRequest.Login(DEMO, alpha, null, null));

        assertThatThrownBy(() -> keeper.answer(answer(new TenantId("other"), asked, "123456")))
                .isInstanceOfSatisfying(DiamondException.class,
                        e -> assertThat(e.reason()).isEqualTo(Reason.INVALID_STATE));
    }

    private SiteRequest.Login answer(TenantId tenant, SiteReply.Prompts asked, String code) {
        return new SiteRequest.Login(tenant, alpha, asked.step(), SealedAnswers.seal(List.of(code), asked.key()));
    }
}
