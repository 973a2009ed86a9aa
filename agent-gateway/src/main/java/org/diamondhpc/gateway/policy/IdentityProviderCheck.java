package org.diamondhpc.gateway.policy;

import io.quarkus.runtime.Startup;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Optional;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/**
 * Refuses to start where an identity provider's tokens would be taken whatever service they were made for: any other
 * service that a user shows a token to could then act here in the user's name.
 */
@Startup
@Singleton
class IdentityProviderCheck {
    IdentityProviderCheck(@ConfigProperty(name = "quarkus.oidc.tenant-enabled") boolean provided,
            @ConfigProperty(name = "quarkus.oidc.token.audience") Optional<List<String>> audience) {
        if (provided && audience.filter(a -> !a.isEmpty()).isEmpty()) {
            throw new IllegalStateException("quarkus.oidc.token.audience is not set: say which audience the identity"
                    + " provider's tokens name for this instance");
        }
    }
}
