package org.diamondhpc.gateway.edge.mcp;

import io.quarkus.vertx.http.runtime.security.QuarkusHttpUser;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.ws.rs.core.HttpHeaders;
import java.util.Optional;
import org.diamondhpc.gateway.GatewayConfig;
import org.diamondhpc.gateway.policy.Callers;
import org.diamondhpc.gateway.policy.Challenge;
import org.diamondhpc.gateway.policy.TokenRefusal;
import org.diamondhpc.schemas.reason.DiamondException;
import org.diamondhpc.schemas.reason.Problem;
import org.diamondhpc.schemas.reason.Reason;

/** Lets only callers with a tenant into both lanes, and tells the others why not and where tokens are. */
@ApplicationScoped
class Gate {
    private static final String PATHS = "/mcp/*";
    /** After Quarkus's security (-100), before both lanes and the failures Quarkus's MCP server would tell. */
    private static final int ORDER = -60;

    private final Callers callers;
    private final GatewayConfig config;

    Gate(Callers callers, GatewayConfig config) {
        this.callers = callers;
        this.config = config;
    }

    void register(@Observes Router router) {
        router.route(PATHS).order(ORDER).handler(this::known).failureHandler(this::unknown);
    }

    private void known(RoutingContext ctx) {
        try {
            callers.of(((QuarkusHttpUser) ctx.user()).getSecurityIdentity());
        } catch (DiamondException e) {
            refuse(ctx, 403, e.problem());
            return;
        }
        ctx.next();
    }

    private void unknown(RoutingContext ctx) {
        Optional<Problem> problem = TokenRefusal.of(ctx.failure());
        if (problem.isEmpty()) {
            ctx.next();
        } else if (problem.get().reason() == Reason.AUTH_MISSING) {
            ctx.response().putHeader(HttpHeaders.WWW_AUTHENTICATE, Challenge.of(config, ctx.request()));
            refuse(ctx, 401, problem.get());
        } else {
            refuse(ctx, 503, problem.get());
        }
    }

    private static void refuse(RoutingContext ctx, int status, Problem problem) {
        StatelessLane.send(ctx, status, StatelessLane.failed(null,
                new RpcError(status, RpcError.INVALID_REQUEST, problem.sentence(), null)));
    }
}
