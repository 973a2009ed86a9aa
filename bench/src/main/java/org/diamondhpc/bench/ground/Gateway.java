package org.diamondhpc.bench.ground;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import org.diamondhpc.bench.BenchFailed;

/**
 * The REST interface. Where it asks to come again, that is done, within the measured time; every other answer but a
 * success is a failure of the benchmark.
 */
public final class Gateway {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Duration PATIENCE = Duration.ofMinutes(3);
    /** Nothing was begun: a part of Diamond, or its first look at the sites, is still to come. */
    private static final int LATER = 503;
    private static final Duration ASKED_AGAIN = Duration.ofMillis(250);

    private final URI url;
    private final String token;
    private final HttpClient http = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(10)).build();

    public Gateway(URI url, String token) {
        this.url = url;
        this.token = token;
    }

    /** The answer of {@code GET path}. */
    public JsonNode get(String path) throws InterruptedException {
        return sent(request(path).GET().build());
    }

    /** The answer of {@code POST path} with a JSON body. */
    public JsonNode post(String path, Object body) throws InterruptedException {
        try {
            return sent(request(path).header("Content-Type", "application/json")
                    .POST(HttpRequest.BodyPublishers.ofByteArray(JSON.writeValueAsBytes(body))).build());
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(e);
        }
    }

    /** {@code PUT path}. @param body bytes, or JSON where the interface takes that */
    public JsonNode put(String path, byte[] body) throws InterruptedException {
        return sent(request(path).header("Content-Type", path.contains("/files/") ? "application/octet-stream"
                : "application/json").PUT(HttpRequest.BodyPublishers.ofByteArray(body)).build());
    }

    /**
     * When each kind of event of a task or transfer was published first.
     *
     * @param subject for example {@code tasks/t-1}
     */
    public Map<String, Instant> events(String subject) throws InterruptedException {
        Map<String, Instant> first = new HashMap<>();
        get("/v1/" + subject + "/events?limit=200").path("items").forEach(event ->
                first.putIfAbsent(event.path("type").asText(), Instant.parse(event.path("time").asText())));
        return first;
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(url.resolve(path)).timeout(PATIENCE).header("Authorization", "Bearer " + token)
                .header("Accept", "application/json");
    }

    private static Duration since(long begin) {
        return Duration.ofNanos(System.nanoTime() - begin);
    }

    private JsonNode sent(HttpRequest request) throws InterruptedException {
        try {
            HttpResponse<byte[]> answer = http.send(request, HttpResponse.BodyHandlers.ofByteArray());
            for (long begin = System.nanoTime(); answer.statusCode() == LATER && since(begin).compareTo(PATIENCE) < 0;) {
                Thread.sleep(ASKED_AGAIN);
                answer = http.send(request, HttpResponse.BodyHandlers.ofByteArray());
            }
            if (answer.statusCode() / 100 != 2) {
                throw new BenchFailed(request.method() + " " + request.uri().getPath() + " was answered "
                        + answer.statusCode() + ": " + new String(answer.body()).strip());
            }
            return answer.body().length == 0 ? JSON.nullNode() : JSON.readTree(answer.body());
        } catch (IOException e) {
            throw new BenchFailed(request.method() + " " + request.uri().getPath() + ": " + e, e);
        }
    }
}
