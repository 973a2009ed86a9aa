package org.diamondhpc.gateway.policy;

import io.quarkus.security.identity.IdentityProviderManager;
import io.quarkus.security.identity.SecurityIdentity;
import io.quarkus.security.identity.request.AuthenticationRequest;
import io.quarkus.security.runtime.QuarkusPrincipal;
import io.quarkus.security.runtime.QuarkusSecurityIdentity;
import io.quarkus.vertx.http.runtime.security.ChallengeData;
import io.quarkus.vertx.http.runtime.security.HttpAuthenticationMechanism;
import io.smallrye.mutiny.Uni;
import io.vertx.core.http.HttpHeaders;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.Set;
import org.diamondhpc.gateway.GatewayConfig;

/**
 * Knows a caller by a token of the {@link TokenFile}. A token that is not in the file is left to the identity
 * provider, where one is configured.
 */
@ApplicationScoped
class BearerTokens implements HttpAuthenticationMechanism {
    static final String CALLER = "diamond.caller";
    private static final String SCHEME = "Bearer ";

    private final TokenFile tokens;
    private final GatewayConfig config;

    BearerTokens(TokenFile tokens, GatewayConfig config) {
        this.tokens = tokens;
        this.config = config;
    }

    @Override
    public Uni<SecurityIdentity> authenticate(RoutingContext context, IdentityProviderManager providers) {
        String header = context.request().getHeader(HttpHeaders.AUTHORIZATION);
        if (header == null || !header.regionMatches(true, 0, SCHEME, 0, SCHEME.length())) {
            return Uni.createFrom().nullItem();
        }
        return tokens.caller(header.substring(SCHEME.length()).strip())
                .map(caller -> Uni.createFrom().item(identity(caller)))
                .orElseGet(() -> Uni.createFrom().nullItem());
    }

    private static SecurityIdentity identity(Caller caller) {
        return QuarkusSecurityIdentity.builder().setPrincipal(new QuarkusPrincipal(caller.name()))
                .addRoles(caller.roles()).addAttribute(CALLER, caller).build();
    }

    @Override
    public Uni<ChallengeData> getChallenge(RoutingContext context) {
        return Uni.createFrom().item(new ChallengeData(401, "WWW-Authenticate",
                Challenge.of(config, context.request())));
    }

    @Override
    public Set<Class<? extends AuthenticationRequest>> getCredentialTypes() {
        return Set.of();
    }

    /** Before the identity provider's mechanism, which would refuse a token it does not know. */
    @Override
    public int getPriority() {
        return DEFAULT_PRIORITY + 1000;
    }
}
