package org.diamondhpc.globus.simulator.http;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import java.security.SecureRandom;
import java.util.Optional;
import java.util.logging.Level;
import java.util.logging.Logger;

/** Where a request comes in and its answer goes out: counted, and with the trouble that was asked for. */
public final class Door {
    private static final Logger LOG = Logger.getLogger(Door.class.getName());
    private static final String ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

    private final Router router;
    private final ServiceTrouble trouble;
    private final RequestCounts counts;
    private final SecureRandom random = new SecureRandom();

    public Door(Router router, ServiceTrouble trouble, RequestCounts counts) {
        this.router = router;
        this.trouble = trouble;
        this.counts = counts;
        router.errorHandler(404, c -> send(c, 404, error("ClientError.NotFound", "No such resource")));
        router.errorHandler(405, c -> send(c, 405, error("ClientError.MethodNotAllowed", "Method not allowed")));
        router.errorHandler(413, c -> send(c, 413, error("ClientError.RequestTooLarge", "The document is too large")));
    }

    private static ObjectNode error(String code, String message) {
        return Json.object().put("code", code).put("message", message);
    }

    /** @param path in the router's form, e.g. {@code /v0.10/task/:id} */
    public void open(String method, String path, Answering answering) {
        router.route(HttpMethod.valueOf(method), path).blockingHandler(c -> pass(c, path, answering), false);
    }

    private void pass(RoutingContext context, String path, Answering answering) {
        String call = context.request().method().name() + " " + path;
        counts.count(call);
        Request request = new Request(context);
        try {
            trouble.delay();
            trouble.refuse(call);
            ObjectNode answer = answering.answer(request);
            if (trouble.losesAnswerOf(call)) {
                context.request().connection().close();
                return;
            }
            send(context, 200, answer);
        } catch (Refusal e) {
            e.headers().forEach(context.response()::putHeader);
            send(context, e.status(), e.body());
        } catch (Exception e) {
            LOG.log(Level.SEVERE, call + " failed", e);
            send(context, 500, error("InternalError", "Unexpected error"));
        }
    }

    private void send(RoutingContext context, int status, ObjectNode body) {
        HttpServerResponse response = context.response();
        String id = requestId();
        response.putHeader("X-Request-Id", id);
        if (context.request().path().startsWith("/v0.10/") && body.has("code")) {
            body.put("request_id", id);
            body.put("resource", Optional.ofNullable(body.path("resource").textValue()).orElse(context.request().path()));
        }
        response.setStatusCode(status).putHeader("Content-Type", "application/json").end(body.toString());
    }

    private String requestId() {
        StringBuilder id = new StringBuilder();
        for (int i = 0; i < 9; i++) {
            id.append(ALPHABET.charAt(random.nextInt(ALPHABET.length())));
        }
        return id.toString();
    }
}
