package org.diamondhpc.gateway.policy;

import io.quarkus.security.identity.SecurityIdentity;
import jakarta.enterprise.context.RequestScoped;
import org.diamondhpc.schemas.id.TenantId;
import org.diamondhpc.schemas.reason.DiamondException;
import org.diamondhpc.schemas.reason.Reason;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.eclipse.microprofile.jwt.JsonWebToken;

/** The caller of the current request, from a token of the file or from a claim of an identity provider's token. */
@RequestScoped
public class CallerSource {
    private final SecurityIdentity identity;
    private final String claim;

    CallerSource(SecurityIdentity identity,
            @ConfigProperty(name = "diamond.oidc.tenant-claim", defaultValue = "diamond_tenant") String claim) {
        this.identity = identity;
        this.claim = claim;
    }

    /** @throws DiamondException {@code AUTH_MISSING} or {@code AUTH_FORBIDDEN} */
    public Caller caller() {
        if (identity.isAnonymous()) {
            throw DiamondException.of(Reason.AUTH_MISSING, "the request carries no known bearer token");
        }
        Caller known = identity.getAttribute(BearerTokens.CALLER);
        return known != null ? known : fromClaim();
    }

    /** The caller, who must be allowed to change things. */
    public Caller writer() {
        return caller().requireWriter();
    }

    private Caller fromClaim() {
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
