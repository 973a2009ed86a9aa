package org.diamondhpc.gateway;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.diamondhpc.schemas.DiamondJson;

/** A client of the API as one tenant. */
final class Api {
    private static final HttpClient CLIENT = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final String base;
    private final String token;

    Api(String base, String token) {
        this.base = base;
        this.token = token;
    }

    record Reply(int status, HttpResponse<byte[]> http) {
        JsonNode json() {
            try {
                return DiamondJson.json().readTree(http.body());
            } catch (IOException e) {
                throw new UncheckedIOException(text(), e);
            }
        }

        String text() {
            return new String(http.body(), StandardCharsets.UTF_8);
        }

        String header(String name) {
            return http.headers().firstValue(name).orElse(null);
        }

        String reason() {
            return json().path("reason").asText();
        }
    }

    Reply get(String path, String... headers) {
        return send("GET", path, null, headers);
    }

    CompletableFuture<Reply> getLater(String path, String... headers) {
        return CLIENT.sendAsync(request("GET", path, null, headers), HttpResponse.BodyHandlers.ofByteArray())
                .thenApply(r -> new Reply(r.statusCode(), r));
    }

    Reply post(String path, Object body, String... headers) {
        return send("POST", path, json(body), headers);
    }

    Reply send(String method, String path, byte[] body, String... headers) {
        try {
            HttpResponse<byte[]> r = CLIENT.send(request(method, path, body, headers),
                    HttpResponse.BodyHandlers.ofByteArray());
            return new Reply(r.statusCode(), r);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** The lines of a stream as they come; to be closed. */
    Stream<String> stream(String path, String... headers) {
        return lines(request("GET", path, null, Stream.concat(Stream.of("Accept", "text/event-stream"),
                Stream.of(headers)).toArray(String[]::new)));
    }

    /** The lines that answer a message as they come; to be closed. */
    Stream<String> postStream(String path, String body, String... headers) {
        return lines(request("POST", path, json(body), headers));
    }

    private static Stream<String> lines(HttpRequest request) {
        try {
            HttpResponse<Stream<String>> r = CLIENT.send(request, HttpResponse.BodyHandlers.ofLines());
            if (r.statusCode() != 200) {
                throw new IllegalStateException("HTTP " + r.statusCode());
            }
            return r.body();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private HttpRequest request(String method, String path, byte[] body, String... headers) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(base + path)).timeout(Duration.ofSeconds(60))
                .method(method, body == null ? HttpRequest.BodyPublishers.noBody()
                        : HttpRequest.BodyPublishers.ofByteArray(body));
        if (token != null) {
            request.header("Authorization", "Bearer " + token);
        }
        boolean typed = false;
        for (int i = 0; i < headers.length; i += 2) {
            request.header(headers[i], headers[i + 1]);
            typed |= headers[i].equalsIgnoreCase("Content-Type");
        }
        if (body != null && !typed) {
            request.header("Content-Type", "application/json");
        }
        return request.build();
    }

    private static byte[] json(Object body) {
        try {
            return body instanceof String text ? text.getBytes(StandardCharsets.UTF_8)
                    : DiamondJson.json().writeValueAsBytes(body);
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
    }
}
