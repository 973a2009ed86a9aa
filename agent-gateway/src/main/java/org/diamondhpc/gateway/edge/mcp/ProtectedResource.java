package org.diamondhpc.gateway.edge.mcp;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import org.diamondhpc.gateway.GatewayConfig;
import org.diamondhpc.gateway.policy.PublicAddress;

/** OAuth 2.0 Protected Resource Metadata (RFC 9728): where a client gets a token for {@code /mcp}. */
@ApplicationScoped
class ProtectedResource {
    private static final String PATH = "/.well-known/oauth-protected-resource";

    private final GatewayConfig config;

    ProtectedResource(GatewayConfig config) {
        this.config = config;
    }

    void register(@Observes Router router) {
        router.route(HttpMethod.GET, PATH).handler(this::answer);
        router.route(HttpMethod.GET, PATH + "/mcp").handler(this::answer);
    }

    private void answer(RoutingContext ctx) {
        ObjectNode metadata = JsonNodeFactory.instance.objectNode().put("resource", PublicAddress.of(config,
                ctx.request()) + "/mcp").put("resource_name", "Diamond Agent");
        metadata.putArray("bearer_methods_supported").add("header");
        config.authorizationServers().filter(all -> !all.isEmpty()).ifPresent(all -> {
            ArrayNode servers = metadata.putArray("authorization_servers");
            all.forEach(servers::add);
        });
        ctx.response().putHeader(HttpHeaders.CONTENT_TYPE, "application/json").end(metadata.toString());
    }
}
