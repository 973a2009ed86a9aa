package org.diamondhpc.gateway.edge.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.quarkus.security.identity.SecurityIdentity;
import io.quarkus.vertx.http.runtime.security.QuarkusHttpUser;
import io.quarkus.virtual.threads.VirtualThreads;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import io.vertx.ext.web.handler.BodyHandler;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.io.IOException;
import java.util.concurrent.ExecutorService;
import org.diamondhpc.gateway.policy.Callers;
import org.diamondhpc.schemas.DiamondJson;
import org.diamondhpc.schemas.reason.DiamondException;
import org.jboss.logging.Logger;

/**
 * Revision 2026-07-28 on {@code /mcp}. Looks at each message before Quarkus's MCP server does, but after the caller is
 * known, and passes on what belongs to an earlier revision, but for subscriptions to what Quarkus's server does not list.
 */
@ApplicationScoped
class StatelessLane {
    private static final Logger LOG = Logger.getLogger(StatelessLane.class);
    private static final String PATH = "/mcp";
    private static final String SESSION = "Mcp-Session-Id";
    private static final String TYPE = "application/json";
    private static final long MAX_BODY = 1024 * 1024;
    /** After Quarkus's security (-100), before its MCP server. */
    private static final int ORDER = -50;

    private final StatelessMethods methods;
    private final Listening listening;
    private final Subscriptions subscriptions;
    private final Callers callers;
    private final Origins origins;
    private final ExecutorService executor;

    StatelessLane(StatelessMethods methods, Listening listening, Subscriptions subscriptions,
            Callers callers, Origins origins,
            @VirtualThreads ExecutorService executor) {
        this.methods = methods;
        this.listening = listening;
        this.subscriptions = subscriptions;
        this.callers = callers;
        this.origins = origins;
        this.executor = executor;
    }

    void register(@Observes Router router) {
        BodyHandler bodies = BodyHandler.create(false).setBodyLimit(MAX_BODY);
        router.route(PATH).order(ORDER).handler(this::fromAllowedOrigin);
        router.route(HttpMethod.POST, PATH).order(ORDER + 1).handler(ctx -> {
            if (!ctx.request().isEnded()) {
                ctx.request().resume();
            }
            bodies.handle(ctx);
        }).handler(this::accept);
    }

    /** A page of another origin must not reach a server on this machine by a name it has bent hither. */
    private void fromAllowedOrigin(RoutingContext ctx) {
        if (origins.allowed(ctx.request().getHeader(HttpHeaders.ORIGIN))) {
            ctx.next();
        } else {
            send(ctx, 403, failed(null, new RpcError(403, RpcError.INVALID_REQUEST, "this origin may not ask", null)));
        }
    }

    private void accept(RoutingContext ctx) {
        JsonNode message = parsed(ctx);
        SecurityIdentity identity = ((QuarkusHttpUser) ctx.user()).getSecurityIdentity();
        String session = ctx.request().getHeader(SESSION);
        if (message != null && !StatelessRequest.speaks(ctx.request(), message)
                && subscriptions.concerned(message, session)) {
            executor.execute(() -> send(ctx, 200, subscriptions.answer(callers.of(identity), session, message)));
            return;
        }
        if (message == null || !StatelessRequest.speaks(ctx.request(), message)) {
            ctx.next();
            return;
        }
        executor.execute(() -> answer(ctx, message, identity));
    }

    private void answer(RoutingContext ctx, JsonNode message, SecurityIdentity identity) {
        JsonNode id = message.path("id");
        try {
            if (!message.path("jsonrpc").asText().equals("2.0") || !message.path("method").isTextual()
                    || message.has("id") && !id.isTextual() && !id.isIntegralNumber()) {
                throw RpcError.bad(RpcError.INVALID_REQUEST, "a message is a JSON-RPC 2.0 request");
            }
            if (!message.has("id")) {
                send(ctx, 202, null);
                return;
            }
            String key = message.path("params").path("_meta").path(McpTools.KEY).textValue();
            StatelessRequest request = new StatelessRequest(id, message.get("method").textValue(),
                    message.path("params"), callers.of(identity),
                    key == null ? ctx.request().getHeader("Idempotency-Key") : key);
            request.check(ctx.request());
            if (request.method().equals("subscriptions/listen")) {
                listening.open(ctx, request);
            } else {
                send(ctx, 200, succeeded(id, methods.answer(request)));
            }
        } catch (RpcException e) {
            send(ctx, e.error().status(), failed(id, e.error()));
        } catch (DiamondException e) {
            send(ctx, 403, failed(id, new RpcError(403, RpcError.INVALID_REQUEST, e.problem().sentence(), null)));
        } catch (RuntimeException e) {
            LOG.errorf(e, "MCP request failed");
            send(ctx, 500, failed(id, new RpcError(500, RpcError.INTERNAL, "Internal error", null)));
        }
    }

    static ObjectNode succeeded(JsonNode id, ObjectNode result) {
        if (!result.has("resultType")) {
            result.put("resultType", "complete");
        }
        result.withObject("/_meta").putObject("io.modelcontextprotocol/serverInfo").put("name", "diamond")
                .put("title", "Diamond Agent").put("version", ServerVersion.TEXT);
        ObjectNode message = JsonNodeFactory.instance.objectNode().put("jsonrpc", "2.0");
        message.set("id", id);
        return message.set("result", result);
    }

    static ObjectNode failed(JsonNode id, RpcError error) {
        ObjectNode message = JsonNodeFactory.instance.objectNode().put("jsonrpc", "2.0");
        if (id != null && !id.isMissingNode()) {
            message.set("id", id);
        }
        return message.set("error", error.json());
    }

    /** Null where it is no JSON object, which Quarkus's MCP server tells. */
    private static JsonNode parsed(RoutingContext ctx) {
        try {
            byte[] body = ctx.body().buffer() == null ? new byte[0] : ctx.body().buffer().getBytes();
            JsonNode tree = DiamondJson.json().readTree(body);
            return tree != null && tree.isObject() ? tree : null;
        } catch (IOException e) {
            return null;
        }
    }

    static void send(RoutingContext ctx, int status, ObjectNode body) {
        ctx.vertx().runOnContext(ignored -> {
            HttpServerResponse response = ctx.response();
            if (response.closed() || response.ended()) {
                return;
            }
            response.setStatusCode(status);
            if (body == null) {
                response.end();
            } else {
                response.putHeader(HttpHeaders.CONTENT_TYPE, TYPE).end(body.toString());
            }
        });
    }
}
