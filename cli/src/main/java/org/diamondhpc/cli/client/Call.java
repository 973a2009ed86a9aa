package org.diamondhpc.cli.client;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.io.UncheckedIOException;
import java.net.URLEncoder;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.diamondhpc.schemas.DiamondJson;

/**
 * One request, as often as it takes.
 *
 * @param repeatable whether a second time does no harm
 */
record Call(String method, String path, List<String> query, List<String> headers, BodyPublisher body,
        Duration timeout, boolean repeatable) {
    private static final Duration USUAL = Duration.ofSeconds(40);

    static Call get(String path) {
        return new Call("GET", path, List.of(), List.of(), BodyPublishers.noBody(), USUAL, true);
    }

    static Call delete(String path) {
        return new Call("DELETE", path, List.of(), List.of(), BodyPublishers.noBody(), USUAL, true);
    }

    /** For what happens once however often it is asked, such as a cancellation. */
    static Call post(String path, Object body) {
        return new Call("POST", path, List.of(), List.of(), BodyPublishers.noBody(), USUAL, true).json(body);
    }

    static Call once(String path, Object body, Intent intent) {
        return post(path, body).header("Idempotency-Key", intent.key());
    }

    /** A small thing as a whole. */
    static Call replace(String path, Object body) {
        return new Call("PUT", path, List.of(), List.of(), BodyPublishers.noBody(), USUAL, true).json(body);
    }

    static Call put(String path, BodyPublisher body) {
        return new Call("PUT", path, List.of(), List.of("Content-Type", "application/octet-stream"), body,
                Duration.ofHours(12), true);
    }

    /** An absent value asks for nothing. */
    Call with(String name, Object value) {
        return value == null ? this : new Call(method, path, plus(query, name + "=" + encoded(value.toString())),
                headers, body, timeout, repeatable);
    }

    Call header(String name, String value) {
        return value == null ? this : new Call(method, path, query, plus(plus(headers, name), value), body, timeout,
                repeatable);
    }

    /** The answer may take this much longer. */
    Call patient(Duration longer) {
        return new Call(method, path, query, headers, body, timeout.plus(longer), repeatable);
    }

    Call unrepeated() {
        return new Call(method, path, query, headers, body, timeout, false);
    }

    private Call json(Object what) {
        if (what == null) {
            return this;
        }
        try {
            byte[] bytes = what instanceof byte[] raw ? raw : DiamondJson.json().writeValueAsBytes(what);
            return new Call(method, path, query, headers, BodyPublishers.ofByteArray(bytes), timeout, repeatable)
                    .header("Content-Type", "application/json");
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
    }

    HttpRequest.Builder request() {
        HttpRequest.Builder request = HttpRequest.newBuilder().method(method, body).timeout(timeout);
        for (int i = 0; i < headers.size(); i += 2) {
            request.header(headers.get(i), headers.get(i + 1));
        }
        return request;
    }

    String target() {
        return query.isEmpty() ? path : path + "?" + String.join("&", query);
    }

    /** Each name of a path percent-encoded, the slashes kept. */
    static String encodedPath(String path) {
        return String.join("/", List.of(path.split("/", -1)).stream().map(Call::encoded).toList());
    }

    static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }

    private static List<String> plus(List<String> all, String one) {
        List<String> more = new ArrayList<>(all);
        more.add(one);
        return List.copyOf(more);
    }
}
