package org.diamondhpc.globus.simulator.auth;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Clock;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.diamondhpc.globus.simulator.http.Door;
import org.diamondhpc.globus.simulator.http.Json;
import org.diamondhpc.globus.simulator.http.Request;
import org.diamondhpc.globus.simulator.model.ClientCredentials;

/** Globus Auth's calls under {@code /v2}. */
public final class AuthApi {
    /** What a request without scopes asks for. */
    private static final String DEFAULT_SCOPES = "openid profile email " + Scope.TRANSFER;

    private final Clients clients;
    private final Tokens tokens;
    private final Consents consents;
    private final Clock clock;

    public AuthApi(Clients clients, Tokens tokens, Consents consents, Clock clock) {
        this.clients = clients;
        this.tokens = tokens;
        this.consents = consents;
        this.clock = clock;
    }

    public void open(Door door) {
        door.open("POST", "/v2/oauth2/token", this::token);
        door.open("POST", "/v2/oauth2/token/introspect", this::introspect);
        door.open("POST", "/v2/oauth2/token/revoke", this::revoke);
        door.open("GET", "/v2/oauth2/userinfo", this::userInfo);
        door.open("GET", "/v2/api/identities", this::identities);
    }

    private ObjectNode token(Request request) {
        ClientCredentials client = clients.authenticated(request);
        String grant = request.form("grant_type").orElse("");
        return switch (grant) {
            case "client_credentials" -> granted(client, scopes(request.form("scope").orElse(DEFAULT_SCOPES)));
            case "refresh_token" -> granted(client, refreshed(client, request));
            default -> throw AuthErrors.unsupportedGrant(grant);
        };
    }

    private List<Scope> refreshed(ClientCredentials client, Request request) {
        return request.form("refresh_token").flatMap(t -> tokens.refreshable(t, client.id()))
                .orElseThrow(AuthErrors::invalidGrant);
    }

    private static List<Scope> scopes(String text) {
        List<Scope> scopes;
        try {
            scopes = Scope.parse(text);
        } catch (IllegalArgumentException e) {
            throw AuthErrors.unknownScopes(text);
        }
        List<String> unknown = scopes.stream().filter(s -> s.resourceServer() == null).map(Scope::base).toList();
        if (scopes.isEmpty() || !unknown.isEmpty()) {
            throw AuthErrors.unknownScopes(String.join(" ", unknown));
        }
        return scopes;
    }

    private ObjectNode granted(ClientCredentials client, List<Scope> scopes) {
        consents.give(client.id(), scopes);
        List<Token> issued = tokens.issue(client.id(), scopes);
        ObjectNode answer = tokenDocument(issued.getFirst());
        ArrayNode others = answer.putArray("other_tokens");
        issued.stream().skip(1).forEach(t -> others.add(tokenDocument(t)));
        return answer;
    }

    private ObjectNode tokenDocument(Token token) {
        return Json.object().put("access_token", token.value()).put("scope", String.join(" ", token.scopes()))
                .put("expires_in", Duration.between(clock.instant(), token.expires()).plusMillis(999).toSeconds())
                .put("token_type", "Bearer").put("resource_server", token.resourceServer());
    }

    private ObjectNode introspect(Request request) {
        clients.authenticated(request);
        Optional<Token> found = request.form("token").flatMap(tokens::find);
        if (found.isEmpty()) {
            return Json.object().put("active", false);
        }
        Token token = found.get();
        ClientCredentials client = clients.byId(token.client()).orElseThrow();
        ObjectNode answer = Json.object().put("active", true).put("scope", String.join(" ", token.scopes()))
                .put("client_id", client.id()).put("sub", client.id()).put("username", client.username())
                .put("name", "Simulated client").putNull("email").put("iss", "https://auth.globus.org")
                .put("iat", token.issued().getEpochSecond()).put("nbf", token.issued().getEpochSecond())
                .put("exp", token.expires().getEpochSecond()).put("token_type", "Bearer");
        answer.set("aud", Json.texts(List.of(token.resourceServer(), client.id())));
        answer.set("identity_set", Json.texts(List.of(client.id())));
        return answer;
    }

    private ObjectNode revoke(Request request) {
        clients.authenticated(request);
        request.form("token").ifPresent(tokens::revoke);
        return Json.object().put("active", false);
    }

    private ObjectNode userInfo(Request request) {
        ClientCredentials client = request.bearer().flatMap(tokens::find).flatMap(t -> clients.byId(t.client()))
                .orElseThrow(() -> AuthErrors.unauthorized("Call must be authenticated"));
        ObjectNode answer = Json.object().put("sub", client.id()).put("preferred_username", client.username())
                .put("name", "Simulated client").putNull("email");
        answer.putArray("identity_set").add(identity(client).put("sub", client.id()));
        return answer;
    }

    private ObjectNode identities(Request request) {
        request.bearer().flatMap(tokens::find)
                .orElseThrow(() -> AuthErrors.unauthorized("Call must be authenticated"));
        Stream<ClientCredentials> found = Stream.concat(
                named(request, "ids").flatMap(i -> clients.byId(i).stream()),
                named(request, "usernames").flatMap(u -> clients.byUsername(u).stream()));
        ArrayNode identities = Json.MAPPER.createArrayNode();
        found.forEach(c -> identities.add(identity(c)));
        ObjectNode answer = Json.object();
        answer.set("identities", identities);
        return answer;
    }

    private static Stream<String> named(Request request, String parameter) {
        return request.queries(parameter).stream().flatMap(v -> Arrays.stream(v.split(",")));
    }

    private static ObjectNode identity(ClientCredentials client) {
        return Json.object().put("id", client.id()).put("username", client.username()).put("name", "Simulated client")
                .putNull("email").putNull("organization").put("status", "used").put("identity_type", "login")
                .put("identity_provider", "3a8d22d4-5e6b-4d22-8d2c-3f0e4f3f7f4e");
    }
}
