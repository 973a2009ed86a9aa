package org.diamondhpc.gateway.policy;

import io.quarkus.security.identity.SecurityIdentity;
import jakarta.inject.Singleton;
import org.diamondhpc.schemas.id.TenantId;
import org.diamondhpc.schemas.reason.DiamondException;
import org.diamondhpc.schemas.reason.Reason;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.eclipse.microprofile.jwt.JsonWebToken;

/** Callers from tokens of the file, or from a claim of an identity provider's token. */
@Singleton
public class Callers {
    private final String claim;

    Callers(@ConfigProperty(name = "diamond.oidc.tenant-claim", defaultValue = "diamond_tenant") String claim) {
        this.claim = claim;
    }

    /** @throws DiamondException {@code AUTH_MISSING} or {@code AUTH_FORBIDDEN} */
    public Caller of(SecurityIdentity identity) {
        if (identity == null || identity.isAnonymous()) {
            throw DiamondException.of(Reason.AUTH_MISSING, "the request carries no known bearer token");
        }
        Caller known = identity.getAttribute(BearerTokens.CALLER);
        return known != null ? known : fromClaim(identity);
    }

    private Caller fromClaim(SecurityIdentity identity) {
        if (identity.getPrincipal() instanceof JsonWebToken jwt && jwt.getClaim(claim) instanceof String tenant) {
            try {
                return new Caller(new TenantId(tenant), jwt.getName(), identity.getRoles());
            } catch (IllegalArgumentException e) {
                throw DiamondException.of(Reason.AUTH_FORBIDDEN, "claim " + claim + ": " + e.getMessage());
            }
        }
        throw DiamondException.of(Reason.AUTH_FORBIDDEN, "the token has no claim " + claim);
    }
}
