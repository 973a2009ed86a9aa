package org.diamondhpc.transfer.globus.auth;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.diamondhpc.transfer.globus.api.Credentials;
import org.diamondhpc.transfer.globus.api.GlobusException;
import org.jboss.logging.Logger;

/** One identity's token: had from memory, else from the vault, else from Globus Auth. */
public final class TokenSource implements Credentials {
    private static final Logger LOG = Logger.getLogger(TokenSource.class);
    /** After a failed early refresh the old token does for so long. */
    private static final Duration REST = Duration.ofMinutes(1);

    private final String identity;
    private final Grant grant;
    private final AuthClient auth;
    private final TokenVault vault;
    private final SecretBox box;
    private final Clock clock;
    private final Set<String> wanted = new TreeSet<>();
    private Token token;
    private Instant restsUntil = Instant.MIN;

    public TokenSource(String identity, Grant grant, AuthClient auth, TokenVault vault, SecretBox box, Clock clock) {
        this.identity = identity;
        this.grant = grant;
        this.auth = auth;
        this.vault = vault;
        this.box = box;
        this.clock = clock;
    }

    public Grant grant() {
        return grant;
    }

    @Override
    public synchronized String bearer() {
        Instant now = clock.instant();
        if (token == null || token.dueAt(now)) {
            kept().filter(k -> !k.dueAt(now)).ifPresent(k -> token = k);
        }
        if (token != null && token.covers(wanted) && (!token.dueAt(now) || token.validAt(now) && now.isBefore(restsUntil))) {
            return token.value();
        }
        try {
            token = fetched(now);
        } catch (GlobusException e) {
            if (token == null || !token.validAt(now) || !token.covers(wanted)) {
                throw e;
            }
            restsUntil = now.plus(REST);
            LOG.warnf("A Globus token could not be refreshed, the old one does for now: identity=%s, expires=%s,"
                    + " reason=%s", identity, token.expires(), e.getMessage());
        }
        return token.value();
    }

    @Override
    public synchronized void refused(String bearer) {
        if (token != null && token.value().equals(bearer)) {
            token = fetched(clock.instant());
        }
    }

    /** From now on tokens are asked for with these collections' data_access as well. */
    public synchronized void want(Set<String> collections) {
        wanted.addAll(collections);
    }

    /** A token asked for anew, since a consent may have come since. */
    public synchronized void renew() {
        token = fetched(clock.instant());
    }

    private Token fetched(Instant now) {
        Optional<TokenVault.Sealed> before = vault.find(identity);
        AuthClient.Answer answer = auth.token(grant, Scopes.transfer(wanted), refresh(before));
        Token fresh = new Token(answer.accessToken(), wanted, now, now.plus(answer.life()));
        byte[] refresh = answer.refreshToken() != null ? box.seal(identity, answer.refreshToken())
                : before.map(TokenVault.Sealed::refresh).orElse(null);
        vault.put(identity, new TokenVault.Sealed(box.seal(identity, fresh.value()), refresh,
                List.copyOf(fresh.dataAccess()), fresh.obtained(), fresh.expires()));
        return fresh;
    }

    private String refresh(Optional<TokenVault.Sealed> before) {
        return switch (grant) {
            case Grant.ClientCredentials own -> null;
            case Grant.RefreshToken person -> before.map(TokenVault.Sealed::refresh).flatMap(this::opened)
                    .orElseGet(() -> AuthClient.secret(person.tokenFile()));
        };
    }

    private Optional<Token> kept() {
        return vault.find(identity).flatMap(s -> opened(s.access()).map(value ->
                new Token(value, Set.copyOf(s.dataAccess()), s.obtained(), s.expires())));
    }

    /** Empty where the key was changed since: then there are just new tokens. */
    private Optional<String> opened(byte[] sealed) {
        try {
            return Optional.of(box.open(identity, sealed));
        } catch (IllegalArgumentException e) {
            LOG.warnf("A kept Globus token does not open with the present key and is asked for anew: identity=%s",
                    identity);
            return Optional.empty();
        }
    }
}
