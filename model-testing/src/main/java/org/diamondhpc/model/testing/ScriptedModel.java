package org.diamondhpc.model.testing;

import com.fasterxml.jackson.databind.JsonNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

/** A model's endpoint on loopback: {@code /v1/chat/completions} and {@code /v1/messages}. */
public final class ScriptedModel implements AutoCloseable {
    private final List<Question> questions = new CopyOnWriteArrayList<>();
    private final List<String> refused = new CopyOnWriteArrayList<>();
    private final List<Usage> usage = new CopyOnWriteArrayList<>();
    private final AtomicInteger calls = new AtomicInteger(1);
    private final AtomicInteger asked = new AtomicInteger();
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final HttpServer server;
    private volatile Function<Question, Answer> script;

    /** @param port 0: any that is free */
    public ScriptedModel(int port, Function<Question, Answer> script) {
        this.script = script;
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 50);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.setExecutor(threads);
        server.createContext("/v1/chat/completions", exchange -> take(exchange, Form.OPENAI));
        server.createContext("/v1/messages", exchange -> take(exchange, Form.ANTHROPIC));
        server.start();
    }

    /** From now on answers so. */
    public void script(Function<Question, Answer> next) {
        script = next;
    }

    /** Forgets what was asked. */
    public void clear() {
        questions.clear();
        refused.clear();
        usage.clear();
        asked.set(0);
    }

    public List<Question> questions() {
        return questions;
    }

    /** Questions no real endpoint would have taken, with why not. */
    public List<String> refused() {
        return refused;
    }

    /** What all answers would have cost. */
    public Usage usage() {
        return usage.stream().reduce(new Usage(0, 0), Usage::plus);
    }

    /** As an OpenAI-compatible endpoint is configured; an Anthropic-compatible one goes without {@code /v1}. */
    public String address() {
        return "http://127.0.0.1:" + port();
    }

    public int port() {
        return server.getAddress().getPort();
    }

    private void take(HttpExchange exchange, Form form) throws IOException {
        try (exchange) {
            byte[] body = exchange.getRequestBody().readAllBytes();
            Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
            exchange.getRequestHeaders().forEach((k, v) -> headers.put(k, v.getFirst()));
            Wire wire = Wire.of(form);
            Question question;
            try {
                JsonNode json = Wire.json(new String(body, StandardCharsets.UTF_8));
                question = wire.question(asked.incrementAndGet(), headers, json);
            } catch (Wire.Refused e) {
                refused.add(e.getMessage());
                send(exchange, 400, Map.of(), Wire.JSON.createObjectNode().set("error", Wire.JSON.createObjectNode()
                        .put("type", "invalid_request_error").put("message", e.getMessage())).toString());
                return;
            }
            questions.add(question);
            answer(exchange, wire, script.apply(question), body.length);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void answer(HttpExchange exchange, Wire wire, Answer answer, int read)
            throws IOException, InterruptedException {
        switch (answer) {
            case Answer.Late l -> {
                Thread.sleep(l.pause());
                answer(exchange, wire, l.then(), read);
            }
            case Answer.Http h -> send(exchange, h.status(), h.headers(), h.body());
            case Answer.Broken b -> {
                exchange.sendResponseHeaders(200, 1000);
                exchange.getResponseBody().write("{\"id\":".getBytes(StandardCharsets.US_ASCII));
                exchange.getResponseBody().flush();
            }
            default -> {
                int before = answer instanceof Answer.Calls c ? calls.getAndAdd(c.calls().size()) : calls.get();
                Usage used = new Usage(Usage.tokens(read), Usage.tokens(said(answer)));
                usage.add(used);
                send(exchange, 200, Map.of(), wire.answer(answer, used, before).toString());
            }
        }
    }

    private static int said(Answer answer) {
        return switch (answer) {
            case Answer.Words w -> w.text().length();
            case Answer.Cut c -> c.text().length();
            case Answer.Refusal r -> r.text().length();
            case Answer.Calls c -> c.text().length() + c.calls().stream().mapToInt(call ->
                    call.tool().length() + call.arguments().length()).sum();
            default -> 0;
        };
    }

    private static void send(HttpExchange exchange, int status, Map<String, String> headers, String body)
            throws IOException {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        headers.forEach((name, value) -> exchange.getResponseHeaders().set(name, value));
        exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
        if (bytes.length > 0) {
            exchange.getResponseBody().write(bytes);
        }
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
