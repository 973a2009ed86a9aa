package org.diamondhpc.gateway.policy;

import io.quarkus.security.identity.SecurityIdentity;
import jakarta.inject.Singleton;
import java.util.List;
import org.diamondhpc.schemas.id.TenantId;
import org.diamondhpc.schemas.reason.DiamondException;
import org.diamondhpc.schemas.reason.Problem;
import org.diamondhpc.schemas.reason.Reason;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.eclipse.microprofile.jwt.JsonWebToken;

/** Callers from tokens of the file, or from a claim of an identity provider's token. */
@Singleton
public class Callers {
    private static final List<String> NAMES = List.of("upn", "preferred_username", "sub");
    private static final int MAX_NAME = 200;

    private final String claim;

    Callers(@ConfigProperty(name = "diamond.oidc.tenant-claim", defaultValue = "diamond_tenant") String claim) {
        this.claim = claim;
    }

    /** @throws DiamondException {@code AUTH_MISSING} or {@code AUTH_FORBIDDEN} */
    public Caller of(SecurityIdentity identity) {
        if (identity == null || identity.isAnonymous()) {
            throw new DiamondException(TokenRefusal.nothingSent());
        }
        Caller known = identity.getAttribute(BearerTokens.CALLER);
        return known != null ? known : fromClaim(identity);
    }

    private Caller fromClaim(SecurityIdentity identity) {
        if (identity.getPrincipal() instanceof JsonWebToken jwt && jwt.getClaim(claim) instanceof String tenant) {
            try {
                TenantId of = new TenantId(tenant);
                return new Caller(of, name(jwt, of), identity.getRoles());
            } catch (IllegalArgumentException e) {
                throw noTenant("claim " + claim + ": " + e.getMessage());
            }
        }
        throw noTenant("the token has no claim " + claim + " that is a text");
    }

    private DiamondException noTenant(String detail) {
        return new DiamondException(new Problem(Reason.AUTH_FORBIDDEN, detail,
                "Ask whoever runs the identity provider to put your tenant into the claim " + claim + ".", List.of()));
    }

    /** As the audit trail can keep and show it: an issuer may leave it out, let users choose it freely, or number them. */
    private static String name(JsonWebToken jwt, TenantId tenant) {
        String said = NAMES.stream().map(jwt::<Object>getClaim).filter(String.class::isInstance).map(String.class::cast)
                .findFirst().orElse("").replaceAll("\\p{C}", "").strip();
        int length = Math.min(MAX_NAME, said.codePointCount(0, said.length()));
        return said.isEmpty() ? tenant.value() : said.substring(0, said.offsetByCodePoints(0, length));
    }
}
