package org.diamondhpc.globus.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.diamondhpc.globus.simulator.Client.Answer;
import org.diamondhpc.globus.simulator.auth.Scope;
import org.diamondhpc.globus.simulator.model.ClientCredentials;
import org.junit.jupiter.api.Test;

class AuthTest extends Ends {
    @Test
    void mergesRepeatedScopesAndGivesOneTokenForEachService() {
        Answer answer = client.token(Map.of("grant_type", "client_credentials", "scope",
                "openid " + Scope.TRANSFER + "[*" + Scope.dataAccess("a") + "] " + Scope.TRANSFER + " profile"));

        assertThat(answer.body().get("resource_server").textValue()).isEqualTo("auth.globus.org");
        assertThat(answer.body().get("scope").textValue()).isEqualTo("openid profile");
        assertThat(answer.body().get("other_tokens")).hasSize(1);
        assertThat(answer.body().get("other_tokens").get(0).get("scope").textValue()).isEqualTo(Scope.TRANSFER);
    }

    @Test
    void refreshes() {
        Answer answer = client.token(Map.of("grant_type", "refresh_token", "refresh_token", simulator.refreshToken()));

        assertThat(answer.status()).isEqualTo(200);
        client.use(answer.body().get("access_token").textValue());
        assertThat(client.get("task_list").status()).isEqualTo(200);
    }

    @Test
    void refusesARevokedRefreshTokenAsRecorded() {
        String token = simulator.refreshToken();
        simulator.faults().revokeTokens();

        Answer answer = client.token(Map.of("grant_type", "refresh_token", "refresh_token", token));

        assertThat(answer.status()).isEqualTo(401);
        assertThat(answer.body().toString()).isEqualTo("{\"error\":\"invalid_grant\"}");
    }

    @Test
    void refusesAWrongSecretInBothForms() {
        Client stranger = new Client(simulator, new ClientCredentials(simulator.client().id(), "wrong"));

        Answer answer = stranger.token(Map.of("grant_type", "client_credentials"));

        assertThat(answer.status()).isEqualTo(401);
        assertThat(answer.body().get("error").textValue()).isEqualTo("invalid_client");
        assertThat(answer.body().get("error_description").textValue()).isNotEmpty();
        assertThat(answer.body().get("errors").get(0).fieldNames()).toIterable()
                .containsExactlyInAnyOrder("status", "id", "code", "title", "detail");
    }

    @Test
    void refusesUnknownScopesAndGrants() {
        Answer scope = client.token(Map.of("grant_type", "client_credentials", "scope", "everything"));
        Answer bracket = client.token(Map.of("grant_type", "client_credentials", "scope", Scope.TRANSFER + "[x"));
        Answer grant = client.token(Map.of("grant_type", "password"));

        assertThat(scope.body().get("error").textValue()).isEqualTo("unknown_scope_error");
        assertThat(bracket.status()).isEqualTo(400);
        assertThat(grant.body().get("error").textValue()).isEqualTo("unsupported_grant_type");
    }

    @Test
    void introspects() {
        String token = client.token(Map.of("grant_type", "client_credentials", "scope", Scope.TRANSFER)).body()
                .get("access_token").textValue();

        Answer active = client.auth("token/introspect", Map.of("token", token));
        simulator.faults().expireTokens();
        Answer expired = client.auth("token/introspect", Map.of("token", token));

        assertThat(active.body().get("active").booleanValue()).isTrue();
        assertThat(active.body().get("sub").textValue()).isEqualTo(simulator.client().id());
        assertThat(active.body().get("username").textValue()).endsWith("@clients.auth.globus.org");
        assertThat(expired.body().toString()).isEqualTo("{\"active\":false}");
    }

    @Test
    void refusesTransferCallsWithoutATokenThatIsGoodForThem() {
        client.use(client.token(Map.of("grant_type", "client_credentials", "scope", "openid")).body()
                .get("access_token").textValue());
        Answer foreign = client.get("task_list");
        client.loggedIn(alpha);
        simulator.faults().expireTokens();

        Answer expired = client.get("task_list");

        assertThat(foreign.status()).isEqualTo(401);
        assertThat(expired.status()).isEqualTo(401);
        assertThat(expired.code()).isEqualTo("ClientError.AuthenticationFailed");
        assertThat(expired.body().get("resource").textValue()).isEqualTo("/v0.10/task_list");
        assertThat(expired.body().get("request_id").textValue()).matches("[A-Za-z0-9]{9}");
    }
}
