package org.diamondhpc.gateway.edge.rest;

import io.quarkus.vertx.http.runtime.filters.Filters;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import org.diamondhpc.schemas.id.IdSource;

/** Gives each request an id, and each answer the headers that keep a browser from misusing it. */
@ApplicationScoped
class RequestIds {
    private static final String KEY = "diamond.request";
    private static final int EARLY = 10_000;

    private final IdSource ids;

    RequestIds(IdSource ids) {
        this.ids = ids;
    }

    void register(@Observes Filters filters) {
        filters.register(this::begin, EARLY);
    }

    static String of(RoutingContext context) {
        String id = context.get(KEY);
        return id == null ? "none" : id;
    }

    private void begin(RoutingContext context) {
        String id = ids.request().value();
        context.put(KEY, id);
        HttpServerResponse response = context.response();
        response.putHeader("X-Request-Id", id);
        response.putHeader("X-Content-Type-Options", "nosniff");
        response.putHeader("X-Frame-Options", "DENY");
        response.putHeader("Referrer-Policy", "no-referrer");
        response.putHeader("Cache-Control", "no-store");
        response.putHeader("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'");
        context.next();
    }
}
