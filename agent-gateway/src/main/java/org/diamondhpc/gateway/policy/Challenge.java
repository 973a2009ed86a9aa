package org.diamondhpc.gateway.policy;

import io.vertx.core.http.HttpServerRequest;
import org.diamondhpc.gateway.GatewayConfig;

/** What {@code WWW-Authenticate} says to whoever is not known (RFC 6750, for MCP's clients also RFC 9728). */
public final class Challenge {
    private static final String MCP = "/mcp";

    private Challenge() {
    }

    /** MCP's clients look here for the way to a token. */
    public static String of(GatewayConfig config, HttpServerRequest request) {
        return request.path().startsWith(MCP) ? "Bearer resource_metadata=\"" + PublicAddress.of(config, request)
                + "/.well-known/oauth-protected-resource\"" : "Bearer";
    }
}
