package org.diamondhpc.gateway.agent.model;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.LinkedHashMap;
import java.util.Map;
import org.diamondhpc.gateway.agent.domain.Message;
import org.diamondhpc.gateway.agent.domain.Prompt;
import org.diamondhpc.gateway.agent.domain.Reply;
import org.diamondhpc.gateway.agent.domain.Usage;
import org.diamondhpc.schemas.DiamondJson;

/**
 * Messages with {@code tool_use} and {@code tool_result} blocks, as Anthropic defined them
 * (<a href="https://docs.anthropic.com/en/api/messages">reference</a>). Roles alternate, and the results of an answer
 * stand together at the beginning of the next message. Not streamed.
 */
final class AnthropicMessages implements WireForm {
    private static final String VERSION = "2023-06-01";

    @Override
    public String path() {
        return "/v1/messages";
    }

    @Override
    public Map<String, String> headers(String key) {
        Map<String, String> all = new LinkedHashMap<>();
        all.put("anthropic-version", VERSION);
        if (key != null) {
            all.put("x-api-key", key);
        }
        return all;
    }

    @Override
    public ObjectNode request(ModelSettings model, Prompt prompt) {
        ObjectNode body = DiamondJson.json().createObjectNode().put("model", model.model())
                .put("max_tokens", model.maxTokens()).put("system", prompt.system());
        ArrayNode messages = body.putArray("messages");
        for (Message message : prompt.messages()) {
            String role = message instanceof Message.Assistant ? "assistant" : "user";
            JsonNode last = messages.isEmpty() ? null : messages.get(messages.size() - 1);
            ObjectNode into = last != null && last.path("role").asText().equals(role) ? (ObjectNode) last
                    : messages.addObject().put("role", role);
            blocks(into.withArray("content"), message);
        }
        ArrayNode tools = body.putArray("tools");
        prompt.tools().forEach(t -> tools.addObject().put("name", t.name()).put("description", t.description())
                .set("input_schema", t.input()));
        return body;
    }

    private static void blocks(ArrayNode content, Message message) {
        switch (message) {
            case Message.User u -> text(content, u.text());
            case Message.Result r -> content.addObject().put("type", "tool_result").put("tool_use_id", r.call())
                    .put("content", r.text()).put("is_error", r.failed());
            case Message.Assistant a -> {
                text(content, a.text());
                a.calls().forEach(c -> content.addObject().put("type", "tool_use").put("id", c.id())
                        .put("name", c.name()).set("input", c.shown()));
            }
        }
    }

    /** Empty texts are refused. */
    private static void text(ArrayNode content, String text) {
        if (!text.isBlank()) {
            content.addObject().put("type", "text").put("text", text);
        }
    }

    @Override
    public Reply reply(JsonNode body) throws ModelTrouble {
        if (!body.path("content").isArray()) {
            throw ModelTrouble.passing("the model endpoint's answer holds no content", null);
        }
        Usage usage = usage(body.path("usage"));
        String stop = body.path("stop_reason").asText();
        StringBuilder text = new StringBuilder();
        Calls calls = new Calls();
        for (JsonNode block : body.path("content")) {
            switch (block.path("type").asText()) {
                case "text" -> text.append(block.path("text").asText());
                case "tool_use" -> calls.add(block.path("id").asText(), block.path("name").asText(),
                        block.get("input"));
                default -> { } // thinking and what else may come is not asked for, and not needed
            }
        }
        String said = Calls.plain(text.toString());
        if (stop.equals("refusal")) {
            return new Reply.Declined(said, usage);
        }
        if (said.isBlank() && calls.all().isEmpty()) {
            throw ModelTrouble.passing("the model answered nothing", null);
        }
        return new Reply.Spoken(said, calls.all(), stop.equals("max_tokens"), usage);
    }

    /** {@code input_tokens} are only those that no cache was read or written for. */
    private static Usage usage(JsonNode usage) {
        long cached = usage.path("cache_read_input_tokens").asLong();
        return new Usage(usage.path("input_tokens").asLong() + usage.path("cache_creation_input_tokens").asLong()
                + cached, cached, usage.path("output_tokens").asLong());
    }
}
