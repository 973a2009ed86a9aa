package org.diamondhpc.transfer.globus.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Answers as they were recorded by the official client. */
class ErrorReadingTest {
    @Test
    void consentRequiredNamesTheScopes() {
        String scope = "urn:globus:auth:scope:transfer.api.globus.org:all[*https://auth.globus.org/scopes/"
                + "5f3dd1b1-1c1c-4d2c-8e4b-0a1b2c3d4e5f/data_access]";
        GlobusError error = ErrorReading.of(403, null, """
                {"code":"ConsentRequired","message":"Missing required data_access consent","request_id":"WmMV97A1w",
                 "required_scopes":["%1$s"],"resource":"/transfer",
                 "authorization_parameters":{"required_scopes":["%1$s"],"session_message":"Missing consent"}}
                """.formatted(scope));

        assertThat(error).isInstanceOfSatisfying(GlobusError.ConsentRequired.class, e -> {
            assertThat(e.scopes()).containsExactly(scope);
            assertThat(e.fault().requestId()).isEqualTo("WmMV97A1w");
        });
    }

    @Test
    void sessionRequirementsAreRead() {
        GlobusError error = ErrorReading.of(403, null, """
                {"code":"AuthPolicyFailed","message":"Session reauthentication required","authorization_parameters":
                 {"session_message":"Log in again","session_required_policies":["p1","p2"],
                  "session_required_single_domain":["example.org"],"session_required_mfa":true,"prompt":"login"}}
                """);

        assertThat(error).isInstanceOfSatisfying(GlobusError.SessionRequired.class, e ->
                assertThat(e.needs()).isEqualTo(new SessionNeeds("Log in again", null, java.util.List.of("p1", "p2"),
                        java.util.List.of("example.org"), true, "login")));
    }

    @Test
    void everyStatusAsksForSomethingElse() {
        assertThat(ErrorReading.of(400, null, "{\"code\":\"ClientError.BadRequest.NoTransferItems\"}"))
                .isInstanceOf(GlobusError.Refused.class);
        assertThat(ErrorReading.of(401, null, "{}")).isInstanceOf(GlobusError.Unauthenticated.class);
        assertThat(ErrorReading.of(403, null, "{\"code\":\"EndpointPermissionDenied\"}"))
                .isInstanceOf(GlobusError.Denied.class);
        assertThat(ErrorReading.of(404, null, "{\"code\":\"ClientError.NotFound\"}"))
                .isInstanceOf(GlobusError.NotFound.class);
        assertThat(ErrorReading.of(409, null, "{\"code\":\"Conflict\"}")).isInstanceOf(GlobusError.Conflict.class);
        assertThat(ErrorReading.of(429, "7", "")).isInstanceOfSatisfying(GlobusError.TooMany.class,
                e -> assertThat(e.retryAfter()).isEqualTo(Duration.ofSeconds(7)));
        assertThat(ErrorReading.of(502, null, "{\"code\":\"ExternalError.DirListingFailed.LoginFailed\"}"))
                .isInstanceOf(GlobusError.EndpointAway.class);
        assertThat(ErrorReading.of(500, null, "{\"code\":\"EndpointError\"}"))
                .isInstanceOf(GlobusError.EndpointAway.class);
        assertThat(ErrorReading.of(503, "Wed, 21 Oct 2026 07:28:00 GMT", "<html>down</html>"))
                .isInstanceOfSatisfying(GlobusError.Away.class, e -> {
                    assertThat(e.retryAfter()).isNull();
                    assertThat(e.fault().message()).isEqualTo("<html>down</html>");
                });
    }
}
