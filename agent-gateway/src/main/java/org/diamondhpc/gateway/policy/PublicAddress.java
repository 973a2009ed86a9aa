package org.diamondhpc.gateway.policy;

import io.vertx.core.http.HttpServerRequest;
import org.diamondhpc.gateway.GatewayConfig;

/** The address clients know this instance by. */
public final class PublicAddress {
    private PublicAddress() {
    }

    /** As the operator says, or as this request came; without a slash at the end. */
    public static String of(GatewayConfig config, HttpServerRequest request) {
        return config.publicUrl().orElseGet(() -> request.scheme() + "://" + request.authority()).replaceAll("/+$", "");
    }
}
