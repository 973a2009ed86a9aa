package org.diamondhpc.transfer.globus.api;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.diamondhpc.transfer.globus.api.GlobusError.Fault;

/** Requests with a token, within the rate, repeated by the policy. */
final class Wire {
    private static final Duration ANSWER = Duration.ofSeconds(60);
    private static final int UNAUTHENTICATED = 401;
    private static final int FIRST_FAILURE = 300;

    private final HttpClient http;
    private final String base;
    private final Credentials credentials;
    private final RateLimit rate;
    private final RetryPolicy retries;

    Wire(HttpClient http, URI base, Credentials credentials, RateLimit rate, RetryPolicy retries) {
        this.http = http;
        this.base = base.toString().replaceFirst("/+$", "") + "/v0.10/";
        this.credentials = credentials;
        this.rate = rate;
        this.retries = retries;
    }

    JsonNode get(String path, Map<String, String> query) {
        String asked = query.entrySet().stream().map(e -> e.getKey() + "=" + encoded(e.getValue()))
                .collect(Collectors.joining("&"));
        return call("GET", path + (asked.isEmpty() ? "" : "?" + asked), null);
    }

    /** @param body null for none */
    JsonNode post(String path, Object body) {
        return call("POST", path, body == null ? "" : body instanceof String s ? s : GlobusJson.write(body));
    }

    static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }

    private JsonNode call(String method, String path, String body) {
        for (int failures = 1;; failures++) {
            try {
                return once(method, path, body);
            } catch (GlobusException e) {
                Optional<Duration> pause = retries.pause(e.error(), failures);
                if (pause.isEmpty()) {
                    throw e;
                }
                sleep(pause.get());
            }
        }
    }

    private JsonNode once(String method, String path, String body) {
        String bearer = credentials.bearer();
        HttpResponse<String> answer = send(method, path, body, bearer);
        if (answer.statusCode() == UNAUTHENTICATED) {
            credentials.refused(bearer);
            answer = send(method, path, body, credentials.bearer());
        }
        if (answer.statusCode() >= FIRST_FAILURE) {
            throw new GlobusException(ErrorReading.of(answer.statusCode(),
                    answer.headers().firstValue("Retry-After").orElse(null), answer.body()));
        }
        try {
            return GlobusJson.tree(answer.body());
        } catch (JsonProcessingException e) {
            throw away("UnreadableAnswer", "the answer is no JSON", e);
        }
    }

    private HttpResponse<String> send(String method, String path, String body, String bearer) {
        HttpRequest request = HttpRequest.newBuilder(URI.create(base + path)).timeout(ANSWER)
                .header("Authorization", "Bearer " + bearer).header("Accept", "application/json")
                .header("Content-Type", "application/json")
                .method(method, body == null ? BodyPublishers.noBody() : BodyPublishers.ofString(body)).build();
        try {
            rate.await();
            return http.send(request, BodyHandlers.ofString());
        } catch (IOException e) {
            throw away("NetworkError", e.getClass().getSimpleName() + " " + e.getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw away("NetworkError", "interrupted", e);
        }
    }

    private static void sleep(Duration pause) {
        try {
            Thread.sleep(pause);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw away("NetworkError", "interrupted", e);
        }
    }

    static GlobusException away(String code, String message, Throwable cause) {
        return new GlobusException(new GlobusError.Away(new Fault(0, code, message, null), null), cause);
    }
}
