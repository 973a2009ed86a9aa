package org.diamondhpc.gateway.edge.rest;

import com.fasterxml.jackson.core.JacksonException;
import io.quarkus.oidc.OIDCException;
import io.quarkus.security.AuthenticationFailedException;
import io.quarkus.security.ForbiddenException;
import io.quarkus.security.UnauthorizedException;
import io.vertx.ext.web.RoutingContext;
import jakarta.ws.rs.WebApplicationException;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import org.diamondhpc.gateway.policy.TokenRefusal;
import org.diamondhpc.schemas.reason.DiamondException;
import org.diamondhpc.schemas.reason.Problem;
import org.diamondhpc.schemas.reason.Reason;
import org.jboss.logging.Logger;
import org.jboss.resteasy.reactive.server.ServerExceptionMapper;

/**
 * Every failure as problem+json. What nobody foresaw is an {@code INTERNAL_ERROR} whose id leads to the log; nothing
 * of its inside is told.
 */
class Problems {
    static final String TYPE = "application/problem+json";
    private static final Logger LOG = Logger.getLogger(Problems.class);

    @ServerExceptionMapper
    Response known(DiamondException e, RoutingContext context) {
        if (e.reason() == Reason.INTERNAL_ERROR) {
            return unforeseen(e, context);
        }
        return response(e.problem(), HttpStatus.of(e.reason()), context);
    }

    @ServerExceptionMapper
    Response unauthorized(UnauthorizedException e, RoutingContext context) {
        return refused(e, context);
    }

    @ServerExceptionMapper
    Response unauthorized(AuthenticationFailedException e, RoutingContext context) {
        return refused(e, context);
    }

    @ServerExceptionMapper
    Response issuerAway(OIDCException e, RoutingContext context) {
        LOG.warnf("Identity provider does not answer; request=%s cause=%s", RequestIds.of(context), e.getMessage());
        return refused(e, context);
    }

    @ServerExceptionMapper
    Response forbidden(ForbiddenException e, RoutingContext context) {
        return response(Problem.of(Reason.AUTH_FORBIDDEN, "the token's role may not do this"), 403, context);
    }

    @ServerExceptionMapper
    Response json(JacksonException e, RoutingContext context) {
        return response(Problem.of(Reason.INVALID_REQUEST, e.getOriginalMessage()), 400, context);
    }

    @ServerExceptionMapper
    Response http(WebApplicationException e, RoutingContext context) {
        int status = e.getResponse().getStatus();
        if (status >= 500) {
            return unforeseen(e, context);
        }
        if (status < 400) {
            return e.getResponse();
        }
        Problem problem = switch (status) {
            case 404 -> Problem.of(Reason.INVALID_NOT_FOUND, "there is nothing at this path");
            case 405 -> Problem.of(Reason.INVALID_REQUEST, "this method is not possible here");
            case 406 -> Problem.of(Reason.INVALID_REQUEST, "none of the accepted types can be given");
            case 413 -> Problem.of(Reason.INVALID_TOO_LARGE, "the body is too large");
            case 415 -> Problem.of(Reason.INVALID_REQUEST, "this Content-Type is not taken here");
            default -> Problem.of(Reason.INVALID_REQUEST, "the request is not understood");
        };
        return response(problem, status, context);
    }

    @ServerExceptionMapper
    Response anything(Exception e, RoutingContext context) {
        return unforeseen(e, context);
    }

    private static Response refused(Exception e, RoutingContext context) {
        Problem problem = TokenRefusal.of(e).orElseThrow();
        return response(problem, HttpStatus.of(problem.reason()), context);
    }

    private static Response unforeseen(Exception e, RoutingContext context) {
        String id = RequestIds.of(context);
        if (Unavailable.is(e)) {
            LOG.warnf("Request could not be served now; request=%s cause=%s", id, e.getMessage());
            return response(Problem.of(Reason.INTERNAL_UNAVAILABLE, "a part of Diamond does not answer now"), 503,
                    context);
        }
        LOG.errorf(e, "Request failed; request=%s", id);
        return response(Problem.of(Reason.INTERNAL_ERROR, "request " + id), 500, context);
    }

    static Response response(Problem problem, int status, RoutingContext context) {
        Response.ResponseBuilder answer = Response.status(status)
                .type(MediaType.valueOf(TYPE)).entity(ProblemBody.of(problem, status, RequestIds.of(context)));
        if (status == 401) {
            answer.header(HttpHeaders.WWW_AUTHENTICATE, "Bearer");
        }
        int after = problem.reason() == Reason.INVALID_STATE ? 0 : HttpStatus.retryAfter(status);
        if (after > 0) {
            answer.header(HttpHeaders.RETRY_AFTER, after);
        }
        return answer.build();
    }
}
