package org.diamondhpc.gateway.policy;

import io.quarkus.oidc.AccessTokenCredential;
import io.quarkus.oidc.TenantIdentityProvider;
import jakarta.inject.Singleton;
import org.diamondhpc.schemas.reason.DiamondException;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/** Callers for edges that are not HTTP's, by the same rules: first the file, then the identity provider, if any. */
@Singleton
public class BearerCallers {
    private static final String SCHEME = "Bearer ";

    private final TokenFile tokens;
    private final Callers callers;
    private final TenantIdentityProvider provider;
    private final boolean provided;

    BearerCallers(TokenFile tokens, Callers callers, TenantIdentityProvider provider,
            @ConfigProperty(name = "quarkus.oidc.tenant-enabled", defaultValue = "true") boolean provided) {
        this.tokens = tokens;
        this.callers = callers;
        this.provider = provider;
        this.provided = provided;
    }

    /**
     * Called on a virtual thread.
     *
     * @param authorization {@code Bearer TOKEN}; null: none was sent
     * @throws DiamondException {@code AUTH_MISSING}, {@code AUTH_FORBIDDEN}, or {@code INTERNAL_UNAVAILABLE} while the
     *     identity provider is away
     */
    public Caller of(String authorization) {
        if (authorization == null || !authorization.regionMatches(true, 0, SCHEME, 0, SCHEME.length())) {
            return callers.of(null);
        }
        String token = authorization.substring(SCHEME.length()).strip();
        return tokens.caller(token).orElseGet(() -> provided ? provided(token) : callers.of(null));
    }

    private Caller provided(String token) {
        try {
            return callers.of(provider.authenticate(new AccessTokenCredential(token)).await().indefinitely());
        } catch (RuntimeException e) {
            throw TokenRefusal.of(e).map(DiamondException::new).orElseThrow(() -> e);
        }
    }
}
