package org.diamondhpc.globus.simulator.auth;

import java.security.SecureRandom;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.diamondhpc.globus.simulator.model.Limits;

/** The tokens that are out. */
public final class Tokens {
    /** A refresh token's meaning. */
    public record Refresh(String client, List<Scope> scopes) { }

    /** All tokens as they outlive the service. */
    public record Saved(Map<String, Token> access, Map<String, Refresh> refresh) { }

    private final Map<String, Token> access = new ConcurrentHashMap<>();
    private final Map<String, Refresh> refresh = new ConcurrentHashMap<>();
    private final SecureRandom random = new SecureRandom();
    private final Limits limits;
    private final Clock clock;

    public Tokens(Limits limits, Clock clock) {
        this.limits = limits;
        this.clock = clock;
    }

    /** One token for each resource server, in the order in which the servers were asked for. */
    List<Token> issue(String client, List<Scope> scopes) {
        Map<String, Set<String>> byServer = new LinkedHashMap<>();
        scopes.forEach(s -> byServer.computeIfAbsent(s.resourceServer(), r -> new LinkedHashSet<>()).add(s.base()));
        Instant now = clock.instant();
        List<Token> issued = new ArrayList<>();
        byServer.forEach((server, bases) -> issued.add(new Token("Ag" + secret(48), client, server, List.copyOf(bases),
                now, now.plus(limits.tokenLifetime()))));
        issued.forEach(t -> access.put(t.value(), t));
        return issued;
    }

    /** A refresh token, as a person gets one who logs in with a client that asks for offline access. */
    public String refreshToken(String client) {
        String value = "Ag" + secret(48);
        refresh.put(value, new Refresh(client, List.of(new Scope(Scope.TRANSFER, false, List.of()))));
        return value;
    }

    Optional<List<Scope>> refreshable(String value, String client) {
        return Optional.ofNullable(refresh.get(value)).filter(r -> r.client().equals(client)).map(Refresh::scopes);
    }

    Optional<Token> find(String value) {
        return Optional.ofNullable(access.get(value)).filter(t -> clock.instant().isBefore(t.expires()));
    }

    void revoke(String value) {
        access.remove(value);
        refresh.remove(value);
    }

    /** All access tokens end now, as after 48 hours; refresh tokens stay. */
    public void expireAll() {
        access.clear();
    }

    /** Refresh tokens end too, as after a withdrawn consent: what is left is to log in anew. */
    public void revokeAll() {
        access.clear();
        refresh.clear();
    }

    public Saved saved() {
        return new Saved(Map.copyOf(access), Map.copyOf(refresh));
    }

    public void restore(Saved saved) {
        access.putAll(saved.access());
        refresh.putAll(saved.refresh());
    }

    private String secret(int bytes) {
        byte[] value = new byte[bytes];
        random.nextBytes(value);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(value);
    }
}
