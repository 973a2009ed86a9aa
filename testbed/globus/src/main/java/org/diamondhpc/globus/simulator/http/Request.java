package org.diamondhpc.globus.simulator.http;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.vertx.ext.web.RoutingContext;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Optional;

/** One request, read by name. */
public final class Request {
    private final RoutingContext context;

    Request(RoutingContext context) {
        this.context = context;
    }

    public String path(String name) {
        return context.pathParam(name);
    }

    /** The path asked for, e.g. {@code /v0.10/transfer}. */
    public String resource() {
        return context.request().path();
    }

    /** A query parameter; an empty one counts as absent, as the command line sends {@code filter=}. */
    public Optional<String> query(String name) {
        return Optional.ofNullable(context.queryParams().get(name)).filter(v -> !v.isEmpty());
    }

    public List<String> queries(String name) {
        return context.queryParams().getAll(name).stream().filter(v -> !v.isEmpty()).toList();
    }

    /** @throws Refusal 400 where it is no number from 0 to the greatest */
    public int number(String name, int otherwise, int greatest) {
        Optional<String> text = query(name);
        if (text.isEmpty()) {
            return otherwise;
        }
        try {
            int number = Integer.parseInt(text.get());
            if (number >= 0 && number <= greatest) {
                return number;
            }
        } catch (NumberFormatException e) {
            // refused below
        }
        throw Refusal.badRequest("'" + name + "' must be a number from 0 to " + greatest);
    }

    public Optional<String> form(String name) {
        return Optional.ofNullable(context.request().getFormAttribute(name)).filter(v -> !v.isEmpty());
    }

    public Optional<String> bearer() {
        return authorization("Bearer ");
    }

    /** User and password of HTTP Basic, if whole. */
    public Optional<String[]> basic() {
        return authorization("Basic ").flatMap(encoded -> {
            try {
                String[] pair = new String(Base64.getDecoder().decode(encoded), StandardCharsets.UTF_8).split(":", 2);
                return pair.length == 2 ? Optional.of(pair) : Optional.empty();
            } catch (IllegalArgumentException e) {
                return Optional.empty();
            }
        });
    }

    private Optional<String> authorization(String scheme) {
        return Optional.ofNullable(context.request().getHeader("Authorization"))
                .filter(v -> v.regionMatches(true, 0, scheme, 0, scheme.length()))
                .map(v -> v.substring(scheme.length()).trim());
    }

    /** @throws Refusal 400 where the body is no JSON object */
    public ObjectNode document() {
        try {
            byte[] body = context.body().buffer() == null ? new byte[0] : context.body().buffer().getBytes();
            JsonNode node = Json.MAPPER.readTree(body);
            if (node instanceof ObjectNode object) {
                return object;
            }
        } catch (JsonProcessingException e) {
            throw Refusal.badRequest("The request body is not valid JSON: " + e.getOriginalMessage());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        throw Refusal.badRequest("The request body must be a JSON object");
    }

    /** A document bound to a record. @throws Refusal 400 where a field has the wrong type */
    public <T> T document(Class<T> type, String dataType) {
        ObjectNode node = document();
        if (!dataType.equals(node.path("DATA_TYPE").asText(dataType))) {
            throw Refusal.badRequest("DATA_TYPE must be '" + dataType + "'");
        }
        try {
            return Json.MAPPER.treeToValue(node, type);
        } catch (JsonProcessingException e) {
            throw Refusal.badRequest("Invalid document: " + e.getOriginalMessage());
        }
    }
}
