package org.diamondhpc.e2e.stage;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * The public REST API as one tenant uses it. {@link #send} sends once; everything else asks again while the gateway is
 * away, as a sensible client does: with the same idempotency key.
 */
public final class Api {
    static final ObjectMapper JSON = new ObjectMapper();
    private static final HttpClient CLIENT = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(5)).build();
    private static final Duration PATIENCE = Duration.ofSeconds(120);
    private static final Duration AT_ONCE = Duration.ofSeconds(90);

    private final URI base;
    private final String token;

    Api(URI base, String token) {
        this.base = base;
        this.token = token;
    }

    /** An answer. */
    public record Reply(int status, byte[] body, HttpResponse<byte[]> http) {
        public String text() {
            return new String(body, StandardCharsets.UTF_8);
        }

        public JsonNode json() {
            try {
                return JSON.readTree(body);
            } catch (IOException e) {
                throw new IllegalStateException("HTTP " + status + " is no JSON: " + text(), e);
            }
        }

        public String header(String name) {
            return http.headers().firstValue(name).orElse(null);
        }

        public String reason() {
            return json().path("reason").asText();
        }
    }

    /** Sends once; headers are names and values in turn. */
    public Reply send(String method, String path, byte[] body, String... headers) throws IOException {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(base + path)).timeout(AT_ONCE)
                .header("Authorization", "Bearer " + token)
                .method(method, body == null ? HttpRequest.BodyPublishers.noBody()
                        : HttpRequest.BodyPublishers.ofByteArray(body));
        List<String> all = new ArrayList<>(List.of(headers));
        if (body != null && !all.contains("Content-Type")) {
            all.addAll(List.of("Content-Type", "application/json"));
        }
        if (!all.isEmpty()) {
            request.headers(all.toArray(String[]::new));
        }
        try {
            HttpResponse<byte[]> r = CLIENT.send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
            return new Reply(r.statusCode(), r.body(), r);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** Asks until the gateway answers, however often it is killed meanwhile; a refusal is an answer. */
    public Reply ask(String method, String path, byte[] body, String... headers) {
        long begin = System.nanoTime();
        while (true) {
            String trouble;
            try {
                Reply reply = send(method, path, body, headers);
                boolean later = reply.status() == 503 || reply.status() == 429
                        || reply.status() == 409 && reply.reason().equals("POLICY_IN_FLIGHT");
                if (!later) {
                    return reply;
                }
                trouble = reply.status() + " " + reply.text();
            } catch (IOException e) {
                trouble = e.toString();
            }
            if (System.nanoTime() - begin > PATIENCE.toNanos()) {
                throw new IllegalStateException(method + " " + path + ": " + trouble);
            }
            Wait.pause(Duration.ofMillis(200));
        }
    }

    public JsonNode get(String path) {
        return good("GET " + path, ask("GET", path, null)).json();
    }

    /** Posts with an idempotency key of its own. */
    public JsonNode post(String path, Object body) {
        return good("POST " + path, ask("POST", path, body == null ? null : bytes(body), "Idempotency-Key",
                UUID.randomUUID().toString())).json();
    }

    /** Asks for a task and answers its id. */
    public String submit(Spec spec) {
        return post("/v1/tasks", spec.json()).path("id").asText();
    }

    public JsonNode task(String id) {
        return get("/v1/tasks/" + id);
    }

    /** Waits for a task's end; the failure shows the task. */
    public JsonNode ended(String id, Duration patience) {
        return until(id, patience, "its end", task -> task.path("state").asText().matches("SUCCEEDED|FAILED|CANCELLED"));
    }

    public JsonNode inState(String id, String state, Duration patience) {
        return until(id, patience, state, task -> task.path("state").asText().equals(state));
    }

    public JsonNode until(String id, Duration patience, String what, Predicate<JsonNode> condition) {
        JsonNode[] last = {null};
        Wait.until(patience, () -> id + " did not come to " + what + " in " + patience.toSeconds() + " s:\n"
                + last[0].toPrettyString() + "\n" + get("/v1/tasks/" + id + "/events").toPrettyString(), () -> {
            last[0] = task(id);
            return condition.test(last[0]);
        });
        return last[0];
    }

    public void cancel(String id) {
        good("cancel", ask("POST", "/v1/tasks/" + id + "/cancel", null));
    }

    /** A file of a workspace, with its bytes. */
    public Reply file(String logical) {
        return good(logical, ask("GET", filePath(logical), null));
    }

    public void upload(String logical, byte[] bytes) {
        good(logical, ask("PUT", filePath(logical), bytes, "Content-Type", "application/octet-stream"));
    }

    /** What a finished or running task printed. */
    public String log(String id, String stream) {
        return good(stream, ask("GET", "/v1/tasks/" + id + "/logs/" + stream, null)).text();
    }

    /** The lines of a stream of server-sent events; to be closed. */
    public Stream<String> stream(String path, String... headers) throws IOException {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(base + path))
                .header("Authorization", "Bearer " + token).header("Accept", "text/event-stream");
        if (headers.length > 0) {
            request.headers(headers);
        }
        try {
            HttpResponse<Stream<String>> r = CLIENT.send(request.build(), HttpResponse.BodyHandlers.ofLines());
            if (r.statusCode() != 200) {
                throw new IOException("HTTP " + r.statusCode());
            }
            return r.body();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private static String filePath(String logical) {
        String[] parts = logical.substring("ws://".length()).split("/", 2);
        return "/v1/workspaces/" + parts[0] + "/files/"
                + java.net.URLEncoder.encode(parts[1], StandardCharsets.UTF_8).replace("%2F", "/").replace("+", "%20");
    }

    private static Reply good(String what, Reply reply) {
        if (reply.status() / 100 != 2) {
            throw new IllegalStateException(what + ": HTTP " + reply.status() + " " + reply.text());
        }
        return reply;
    }

    /** A body as it is sent. */
    public static byte[] bytes(Object body) {
        try {
            return JSON.writeValueAsBytes(body);
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
    }
}
