package org.diamondhpc.gateway;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import org.diamondhpc.schemas.DiamondJson;

/** An endpoint of the Chat Completions interface whose model says what a test has it say. */
final class ScriptedModel implements AutoCloseable {
    private final HttpServer server;
    private final List<JsonNode> asked = new CopyOnWriteArrayList<>();

    /** @param model the next message of the assistant, from the messages so far */
    ScriptedModel(Function<JsonNode, ObjectNode> model) {
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.createContext("/v1/chat/completions", exchange -> answer(exchange, model));
        server.start();
    }

    String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort() + "/v1";
    }

    List<JsonNode> asked() {
        return asked;
    }

    static ObjectNode says(String text) {
        return JsonNodeFactory.instance.objectNode().put("role", "assistant").put("content", text);
    }

    static ObjectNode calls(String tool, ObjectNode input) {
        ObjectNode message = JsonNodeFactory.instance.objectNode().put("role", "assistant").putNull("content");
        message.putArray("tool_calls").addObject().put("id", "call-" + tool).put("type", "function")
                .putObject("function").put("name", tool).put("arguments", input.toString());
        return message;
    }

    private void answer(HttpExchange exchange, Function<JsonNode, ObjectNode> model) throws IOException {
        JsonNode request = DiamondJson.json().readTree(exchange.getRequestBody().readAllBytes());
        asked.add(request);
        ObjectNode message = model.apply(request.path("messages"));
        ObjectNode answer = JsonNodeFactory.instance.objectNode().put("id", "c-" + asked.size())
                .put("object", "chat.completion").put("created", 1).put("model", request.path("model").asText());
        ObjectNode choice = answer.putArray("choices").addObject().put("index", 0)
                .put("finish_reason", message.has("tool_calls") ? "tool_calls" : "stop");
        choice.set("message", message);
        answer.putObject("usage").put("prompt_tokens", 1).put("completion_tokens", 1).put("total_tokens", 2);
        byte[] body = answer.toString().getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        exchange.sendResponseHeaders(200, body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
