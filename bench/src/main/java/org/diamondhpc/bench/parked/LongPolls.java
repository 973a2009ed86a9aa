package org.diamondhpc.bench.parked;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Some of the agents hang on their sessions' wakes, each with a long poll that is renewed until it is answered. */
final class LongPolls implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(90);

    private final URI url;
    private final String token;
    private final HttpClient http = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final Map<String, Long> woken = new ConcurrentHashMap<>();
    private volatile boolean over;

    LongPolls(URI url, String token) {
        this.url = url;
        this.token = token;
    }

    void begin(List<String> sessions) {
        sessions.forEach(this::poll);
    }

    private void poll(String session) {
        HttpRequest request = HttpRequest.newBuilder(url.resolve("/v1/sessions/" + session + "/wakes?after=0&wait=50"))
                .timeout(PATIENCE).header("Authorization", "Bearer " + token).header("Accept", "application/json").build();
        http.sendAsync(request, HttpResponse.BodyHandlers.ofString()).whenComplete((answer, failed) -> {
            Instant now = Instant.now();
            if (failed == null && answer.statusCode() == 200 && answer.body().contains("\"number\"")) {
                woken.put(session, now.getEpochSecond() * 1_000_000 + now.getNano() / 1_000);
            } else if (!over) {
                poll(session);
            }
        });
    }

    /** In microseconds since 1970; null: not woken yet. */
    Long at(String session) {
        return woken.get(session);
    }

    @Override
    public void close() {
        over = true;
        http.shutdownNow();
    }
}
