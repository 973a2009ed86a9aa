package org.diamondhpc.globus.simulator.auth;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.diamondhpc.globus.simulator.http.Refusal;
import org.diamondhpc.globus.simulator.http.Request;
import org.diamondhpc.globus.simulator.model.ClientCredentials;

/** The clients that are registered. */
public final class Clients {
    private final Map<String, ClientCredentials> clients = new LinkedHashMap<>();
    private final Tokens tokens;

    public Clients(List<ClientCredentials> clients, Tokens tokens) {
        clients.forEach(c -> this.clients.put(c.id(), c));
        this.tokens = tokens;
    }

    /** By HTTP Basic, or by the form's {@code client_id} and {@code client_secret}. @throws Refusal 401 */
    ClientCredentials authenticated(Request request) {
        String[] pair = request.basic().orElseGet(() -> new String[] {
            request.form("client_id").orElse(""), request.form("client_secret").orElse("")});
        ClientCredentials client = clients.get(pair[0]);
        if (client == null || !MessageDigest.isEqual(client.secret().getBytes(StandardCharsets.UTF_8),
                pair[1].getBytes(StandardCharsets.UTF_8))) {
            throw AuthErrors.invalidClient();
        }
        return client;
    }

    /** The identity behind a Transfer token. @throws Refusal 401 */
    public Caller caller(Request request) {
        return request.bearer().flatMap(tokens::find)
                .filter(t -> t.scopes().contains(Scope.TRANSFER))
                .map(t -> new Caller(t.client(), clients.get(t.client()).username()))
                .orElseThrow(() -> Refusal.of(401, "ClientError.AuthenticationFailed",
                        "Token is not active, or it is not valid for this service"));
    }

    Optional<ClientCredentials> byId(String id) {
        return Optional.ofNullable(clients.get(id));
    }

    Optional<ClientCredentials> byUsername(String username) {
        return clients.values().stream().filter(c -> c.username().equals(username)).findFirst();
    }

    public List<ClientCredentials> all() {
        return List.copyOf(clients.values());
    }

    public ClientCredentials first() {
        return clients.values().iterator().next();
    }

    /** The name of an identity; unknown ones have none. */
    public String username(String id) {
        return byId(id).map(ClientCredentials::username).orElse(id);
    }
}
