package org.diamondhpc.transfer.globus.auth;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.diamondhpc.schemas.reason.Problem;
import org.diamondhpc.schemas.reason.Reason;
import org.diamondhpc.transfer.globus.api.SessionNeeds;
import org.junit.jupiter.api.Test;

class HumanHelpTest {
    private static final URI AUTH = URI.create("https://auth.globus.org/");
    private static final String SCOPE = "urn:globus:auth:scope:transfer.api.globus.org:all[*https://x/data_access]";

    @Test
    void aPersonGetsALinkThatAsksForTheVeryScopes() {
        Problem problem = person().consent(List.of(SCOPE), "Missing data_access");

        assertThat(problem.reason()).isEqualTo(Reason.TRANSFER_NEEDS_CONSENT);
        assertThat(problem.detail()).contains("client abc", "Missing data_access", "; open https://auth");
        assertThat(problem.whatToDo()).contains("https://auth.globus.org/v2/oauth2/authorize?client_id=abc&",
                "scope=urn%3Aglobus%3Aauth%3Ascope%3Atransfer.api.globus.org%3Aall%5B*https%3A%2F%2Fx%2Fdata_access%5D");
    }

    @Test
    void aSignOnAsksForAllThatThePolicyWants() {
        Problem problem = person().session(new SessionNeeds("Log in again", List.of("id1"), List.of("p1", "p2"),
                List.of("example.org"), true, "login"));

        assertThat(problem.reason()).isEqualTo(Reason.TRANSFER_NEEDS_SIGN_ON);
        assertThat(problem.whatToDo()).contains("session_required_identities=id1", "session_required_policies=p1%2Cp2",
                "session_required_single_domain=example.org", "session_required_mfa=true", "prompt=login",
                "session_message=Log+in+again");
    }

    @Test
    void aClientOfItsOwnIsNotSentToABrowser() {
        HumanHelp own = new HumanHelp(AUTH, new Grant.ClientCredentials("abc", Path.of("secret")));

        assertThat(own.consent(List.of(SCOPE), null).whatToDo()).contains("abc@clients.auth.globus.org", SCOPE)
                .doesNotContain("authorize?");
        assertThat(own.session(new SessionNeeds(null, null, null, null, false, null)).whatToDo())
                .contains("refresh token");
    }

    private static HumanHelp person() {
        return new HumanHelp(AUTH, new Grant.RefreshToken("abc", Optional.empty(), Path.of("refresh")));
    }
}
