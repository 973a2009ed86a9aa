package org.diamondhpc.gateway;

import io.quarkus.test.common.QuarkusTestResourceLifecycleManager;
import java.util.Map;

/** Configures the gateway as an operator would for an identity provider, which does not answer yet. */
public class IssuerResource implements QuarkusTestResourceLifecycleManager {
    static final String AUDIENCE = "diamond";
    private final TestingIssuer issuer = new TestingIssuer();

    @Override
    public Map<String, String> start() {
        return Map.of("quarkus.oidc.tenant-enabled", "true", "quarkus.oidc.auth-server-url", issuer.address(),
                "quarkus.oidc.token.audience", AUDIENCE,
                // With these the issuer could be asked about any token, also about one that is none of its own.
                "quarkus.oidc.client-id", AUDIENCE, "quarkus.oidc.credentials.secret", "a-secret");
    }

    @Override
    public void inject(TestInjector injector) {
        injector.injectIntoFields(issuer, new TestInjector.MatchesType(TestingIssuer.class));
    }

    @Override
    public void stop() {
        issuer.close();
    }
}
