package org.diamondhpc.gateway.edge.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.quarkiverse.mcp.server.runtime.ConnectionManager;
import io.quarkiverse.mcp.server.runtime.McpConnectionBase;
import io.vertx.core.json.JsonObject;
import jakarta.inject.Singleton;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.diamondhpc.gateway.GatewayConfig;
import org.diamondhpc.gateway.policy.Caller;
import org.diamondhpc.gateway.signal.Watch;
import org.diamondhpc.schemas.reason.DiamondException;
import org.diamondhpc.schemas.reason.Reason;
import org.jboss.logging.Logger;

/**
 * {@code resources/subscribe} on revisions with a session, for single tasks, sessions and sites: Quarkus's MCP server knows
 * only resources that it lists, and takes the news of those. A change on another replica gives no signal here, so each
 * resource is looked at now and then as well; what a client is told is always a change.
 */
@Singleton
class Subscriptions {
    private static final Logger LOG = Logger.getLogger(Subscriptions.class);
    private static final String SUBSCRIBE = "resources/subscribe";
    private static final String UNSUBSCRIBE = "resources/unsubscribe";
    /** Of one client's session. */
    private static final int MOST = 50;

    private final McpResources resources;
    private final ConnectionManager connections;
    private final Watch watch;
    private final GatewayConfig config;
    private final Map<String, Map<String, Following>> byConnection = new ConcurrentHashMap<>();

    Subscriptions(McpResources resources, ConnectionManager connections, Watch watch, GatewayConfig config) {
        this.resources = resources;
        this.connections = connections;
        this.watch = watch;
        this.config = config;
    }

    /** Whether a message is to be answered here; all others are for Quarkus's MCP server. */
    boolean concerned(JsonNode message, String connection) {
        String method = message.path("method").asText();
        String uri = uri(message);
        return (method.equals(SUBSCRIBE) || method.equals(UNSUBSCRIBE)) && !uri.equals(McpResources.SITES)
                && McpResources.signal(uri) != null && connection != null && connections.has(connection);
    }

    /** The answer to such a message; on a virtual thread. */
    ObjectNode answer(Caller caller, String connection, JsonNode message) {
        ObjectNode answer = JsonNodeFactory.instance.objectNode().put("jsonrpc", "2.0");
        answer.set("id", message.path("id"));
        try {
            if (message.path("method").asText().equals(SUBSCRIBE)) {
                subscribe(caller, connection, uri(message));
            } else {
                unsubscribe(connection, uri(message));
            }
            return answer.set("result", JsonNodeFactory.instance.objectNode());
        } catch (DiamondException e) {
            return answer.set("error", new RpcError(200, RpcError.LEGACY_NOT_FOUND, e.problem().sentence(), null).json());
        }
    }

    private void subscribe(Caller caller, String connection, String uri) {
        String now = resources.version(caller, uri);
        Map<String, Following> all = byConnection.computeIfAbsent(connection, c -> new ConcurrentHashMap<>());
        if (all.size() >= MOST && !all.containsKey(uri)) {
            throw DiamondException.of(Reason.INVALID_STATE,
                    "a client subscribes to at most " + MOST + " resources");
        }
        Following following = new Following(caller, connection, uri, now);
        Following before = all.put(uri, following);
        if (before != null) {
            before.over = true;
        }
        following.next();
    }

    private void unsubscribe(String connection, String uri) {
        Following gone = byConnection.getOrDefault(connection, Map.of()).remove(uri);
        if (gone != null) {
            gone.over = true;
        }
    }

    private static String uri(JsonNode message) {
        return message.path("params").path("uri").asText();
    }

    /** One resource for one client, from one change to the next without a thread. */
    private final class Following {
        private final Caller caller;
        private final String connection;
        private final String uri;
        private volatile String seen;
        private volatile boolean over;

        Following(Caller caller, String connection, String uri, String seen) {
            this.caller = caller;
            this.connection = connection;
            this.uri = uri;
            this.seen = seen;
        }

        void next() {
            watch.until(McpResources.signal(uri), config.heartbeat(), config.recheck(), () ->
                    Optional.of(resources.version(caller, uri)).filter(version -> !version.equals(seen)))
                    .subscribe().with(this::heard, this::failed);
        }

        private void heard(Optional<String> version) {
            McpConnectionBase client = connections.get(connection);
            if (client == null) {
                byConnection.remove(connection);
            }
            if (over || client == null || !byConnection.containsKey(connection)) {
                return;
            }
            version.ifPresent(changed -> {
                seen = changed;
                client.send(new JsonObject().put("jsonrpc", "2.0").put("method", "notifications/resources/updated")
                        .put("params", new JsonObject().put("uri", uri)));
            });
            next();
        }

        /** The resource is gone, or it cannot be looked at any more. */
        private void failed(Throwable cause) {
            LOG.debugf("A subscription ended; cause=%s", cause.getMessage());
            unsubscribe(connection, uri);
        }
    }
}
