package org.diamondhpc.cli.testing;

import com.fasterxml.jackson.databind.JsonNode;
import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.diamondhpc.schemas.DiamondJson;

/** Answers by method and path; keeps what was asked. */
public final class StubGateway implements AutoCloseable {
    private final HttpServer server;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final Map<String, Answerer> answers = new ConcurrentHashMap<>();
    private final List<Asked> asked = new CopyOnWriteArrayList<>();

    /** One request. */
    public record Asked(String method, String path, String query, Headers headers, byte[] body) {
        public String header(String name) {
            return headers.getFirst(name);
        }

        public JsonNode json() {
            try {
                return DiamondJson.json().readTree(body);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    /** One answer; a body shorter than promised is a cut connection. */
    public record Reply(int status, Map<String, String> headers, byte[] body, long promised) {
        public static Reply json(int status, String json) {
            return new Reply(status, Map.of("Content-Type", "application/json"), json.getBytes(StandardCharsets.UTF_8),
                    -1);
        }

        public static Reply problem(int status, String reason, String outcome) {
            return new Reply(status, Map.of("Content-Type", "application/problem+json"), """
                    {"type":"https://diamondhpc.org/problems/%s","title":"x","status":%d,"detail":"it is so",
                     "instance":"urn:diamond:request:r-1","reason":"%s","outcome":"%s","whatToDo":"Do this."}
                    """.formatted(reason, status, reason, outcome).getBytes(StandardCharsets.UTF_8), -1);
        }

        /** Nothing at all: the connection ends. */
        public static Reply cut() {
            return new Reply(0, Map.of(), new byte[0], -1);
        }
    }

    /** What to say to a request. */
    @FunctionalInterface
    public interface Answerer {
        Reply to(Asked asked) throws IOException;
    }

    public StubGateway() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::handle);
        server.setExecutor(threads);
        server.start();
    }

    public String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    public StubGateway on(String methodAndPath, Answerer answerer) {
        answers.put(methodAndPath, answerer);
        return this;
    }

    public StubGateway on(String methodAndPath, String json) {
        return on(methodAndPath, request -> Reply.json(200, json));
    }

    public List<Asked> asked(String methodAndPath) {
        return asked.stream().filter(a -> (a.method() + " " + a.path()).equals(methodAndPath)).toList();
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            Asked request = new Asked(exchange.getRequestMethod(), exchange.getRequestURI().getPath(),
                    exchange.getRequestURI().getQuery(), exchange.getRequestHeaders(),
                    exchange.getRequestBody().readAllBytes());
            asked.add(request);
            Reply reply = answers.getOrDefault(request.method() + " " + request.path(),
                    a -> Reply.problem(404, "INVALID_NOT_FOUND", "PERMANENT")).to(request);
            if (reply.status() == 0) {
                return;
            }
            reply.headers().forEach(exchange.getResponseHeaders()::set);
            long length = reply.promised() >= 0 ? reply.promised() : reply.body().length;
            exchange.sendResponseHeaders(reply.status(), length == 0 ? -1 : length);
            exchange.getResponseBody().write(reply.body());
            exchange.getResponseBody().flush();
        }
    }

    @Override
    public void close() {
        server.stop(0);
        threads.close();
    }
}
