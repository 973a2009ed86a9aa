package org.diamondhpc.gateway.edge.mcp;

import jakarta.inject.Singleton;
import java.net.URI;
import java.util.Optional;
import java.util.Set;
import org.diamondhpc.gateway.GatewayConfig;

/** Which pages may ask: those of this machine, and those of the instance's own address. */
@Singleton
class Origins {
    private static final Set<String> LOCAL = Set.of("localhost", "127.0.0.1", "[::1]");
    private final Optional<String> own;

    Origins(GatewayConfig config) {
        this.own = config.publicUrl().map(url -> URI.create(url).getHost());
    }

    /** @param origin as the browser sent it; null: it is no browser */
    boolean allowed(String origin) {
        if (origin == null) {
            return true;
        }
        try {
            String host = URI.create(origin).getHost();
            return host != null && (LOCAL.contains(host) || own.filter(host::equals).isPresent());
        } catch (IllegalArgumentException e) {
            return false;
        }
    }
}
