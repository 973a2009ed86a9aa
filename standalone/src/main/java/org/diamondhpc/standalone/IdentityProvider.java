package org.diamondhpc.standalone;

import java.net.URI;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;

/**
 * Whose tokens the gateway takes beside those of the tokens folder: an OpenID Connect issuer.
 *
 * @param issuer its address, below which {@code .well-known/openid-configuration} lies
 * @param audience what tokens made for this instance name as their audience
 * @param tenantClaim may be null: the gateway's default
 * @param rolesClaim may be null: {@code groups}; slashes lead into nested claims
 */
record IdentityProvider(String issuer, String audience, String tenantClaim, String rolesClaim) {
    private static final String ISSUER = "oidc.issuer";
    private static final String AUDIENCE = "oidc.audience";
    private static final String TENANT_CLAIM = "oidc.tenant-claim";
    private static final String ROLES_CLAIM = "oidc.roles-claim";
    static final List<String> KEYS = List.of(ISSUER, AUDIENCE, TENANT_CLAIM, ROLES_CLAIM);

    static Optional<IdentityProvider> in(Properties values) throws Refusal {
        String issuer = value(values, ISSUER);
        String audience = value(values, AUDIENCE);
        if (issuer == null) {
            Optional<String> useless = KEYS.stream().filter(key -> value(values, key) != null).findFirst();
            if (useless.isPresent()) {
                throw new Refusal(Refusal.USAGE, useless.get() + " says nothing without " + ISSUER);
            }
            return Optional.empty();
        }
        if (!address(issuer)) {
            throw new Refusal(Refusal.USAGE, ISSUER + " is \"" + issuer + "\"; give its https address");
        }
        if (audience == null) {
            throw new Refusal(Refusal.USAGE, ISSUER + " needs " + AUDIENCE + ": what the issuer's tokens for this instance"
                    + " name as their audience; without it tokens made for any other service would be taken");
        }
        return Optional.of(new IdentityProvider(issuer, audience, value(values, TENANT_CLAIM),
                value(values, ROLES_CLAIM)));
    }

    /** As the gateway reads them. */
    Map<String, String> properties() {
        Map<String, String> all = new LinkedHashMap<>();
        all.put("quarkus.oidc.tenant-enabled", "true");
        all.put("quarkus.oidc.auth-server-url", issuer);
        all.put("quarkus.oidc.token.audience", audience);
        all.put("diamond.gateway.authorization-servers", issuer);
        if (tenantClaim != null) {
            all.put("diamond.oidc.tenant-claim", tenantClaim);
        }
        if (rolesClaim != null) {
            all.put("quarkus.oidc.roles.role-claim-path", rolesClaim);
        }
        return all;
    }

    private static String value(Properties values, String key) {
        String value = values.getProperty(key);
        return value == null || value.isBlank() ? null : value.strip();
    }

    /** Plain HTTP only where nobody is in between. */
    private static boolean address(String text) {
        try {
            URI uri = URI.create(text);
            return uri.getHost() != null && ("https".equals(uri.getScheme())
                    || "http".equals(uri.getScheme()) && List.of("localhost", "127.0.0.1", "[::1]").contains(uri.getHost()));
        } catch (IllegalArgumentException e) {
            return false;
        }
    }
}
