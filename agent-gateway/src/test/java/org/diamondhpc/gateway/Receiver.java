package org.diamondhpc.gateway;

import com.fasterxml.jackson.databind.JsonNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;
import org.diamondhpc.schemas.DiamondJson;

/** A receiver of webhooks on loopback that misbehaves as told, and remembers what it got. */
final class Receiver implements AutoCloseable {
    private final List<Got> got = new CopyOnWriteArrayList<>();
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final int port;
    private volatile Function<Got, Reply> behaviour = g -> Reply.of(204);
    private HttpServer server;

    Receiver() {
        server = started(0);
        port = server.getAddress().getPort();
    }

    /** One delivery as it came in. */
    record Got(String path, Map<String, String> headers, byte[] body, long nanos) {
        String id() {
            return headers.get("webhook-id");
        }

        JsonNode json() {
            try {
                return DiamondJson.json().readTree(body);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        long number() {
            return json().path("data").path("number").asLong();
        }
    }

    /** What it answers. */
    record Reply(int status, Map<String, String> headers, Duration after, int bodyBytes) {
        static Reply of(int status) {
            return new Reply(status, Map.of(), Duration.ZERO, 0);
        }

        Reply with(String header, String value) {
            return new Reply(status, Map.of(header, value), after, bodyBytes);
        }

        Reply after(Duration pause) {
            return new Reply(status, headers, pause, bodyBytes);
        }

        Reply body(int bytes) {
            return new Reply(status, headers, after, bytes);
        }
    }

    void answer(Function<Got, Reply> how) {
        behaviour = how;
    }

    List<Got> got() {
        return got;
    }

    List<Long> numbers() {
        return got.stream().map(Got::number).toList();
    }

    String url() {
        return "http://127.0.0.1:" + port + "/wakes?key=path-secret";
    }

    int port() {
        return port;
    }

    /** Nobody listens any more. */
    void stop() {
        server.stop(0);
    }

    void start() {
        server = started(port);
    }

    private HttpServer started(int at) {
        try {
            HttpServer fresh = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), at), 50);
            fresh.setExecutor(threads);
            fresh.createContext("/", this::take);
            fresh.start();
            return fresh;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void take(HttpExchange exchange) throws IOException {
        try (exchange) {
            Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
            exchange.getRequestHeaders().forEach((k, v) -> headers.put(k, v.getFirst()));
            Got delivery = new Got(exchange.getRequestURI().toString(), headers,
                    exchange.getRequestBody().readAllBytes(), System.nanoTime());
            got.add(delivery);
            Reply reply = behaviour.apply(delivery);
            Thread.sleep(reply.after());
            reply.headers().forEach((k, v) -> exchange.getResponseHeaders().set(k, v));
            exchange.sendResponseHeaders(reply.status(), reply.bodyBytes() == 0 ? -1 : reply.bodyBytes());
            if (reply.bodyBytes() > 0) {
                exchange.getResponseBody().write("x".repeat(reply.bodyBytes()).getBytes(StandardCharsets.US_ASCII));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
