package org.diamondhpc.model.testing;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Messages. Roles alternate, and every call has its result at the beginning of the very next message. */
final class AnthropicWire extends Wire {
    @Override
    Question question(int number, Map<String, String> headers, JsonNode body) {
        require("2023-06-01".equals(headers.get("anthropic-version")), "anthropic-version: header is required");
        require(body.path("max_tokens").isInt(), "max_tokens: Field required");
        require(body.path("model").isTextual() && body.path("messages").isArray(), "model and messages are required");
        List<String> tools = new ArrayList<>();
        body.path("tools").forEach(t -> {
            tools.add(t.path("name").asText());
            checkSchema(t.path("name").asText(), t.path("input_schema"));
        });
        List<Question.Said> turns = new ArrayList<>();
        Set<String> open = new LinkedHashSet<>();
        String role = "assistant";
        for (JsonNode message : body.path("messages")) {
            require(!message.path("role").asText().equals(role), "messages: roles must alternate");
            role = message.path("role").asText();
            require(role.equals("user") || role.equals("assistant"), "unknown role " + role);
            require(!message.path("content").isEmpty(), "messages: content must not be empty");
            if (role.equals("user")) {
                user(message.path("content"), open, turns);
            } else {
                turns.add(model(message.path("content"), open));
            }
        }
        require(role.equals("user"), "messages: the last one must be the user's");
        return new Question(number, Form.ANTHROPIC, headers, body.path("system").asText(), turns, tools, body);
    }

    private static void user(JsonNode content, Set<String> open, List<Question.Said> turns) {
        boolean words = false;
        for (JsonNode block : content) {
            if (block.path("type").asText().equals("tool_result")) {
                String id = block.path("tool_use_id").asText();
                require(open.remove(id), "unexpected `tool_use_id` " + id);
                require(!words, "tool_result blocks must come first");
                turns.add(new Question.Result(id, block.path("content").asText()));
            } else {
                words = true;
                text(block);
                turns.add(new Question.User(block.path("text").asText()));
            }
        }
        require(open.isEmpty(), "`tool_use` ids were found without `tool_result` blocks immediately after: " + open);
    }

    private static Question.Model model(JsonNode content, Set<String> open) {
        StringBuilder words = new StringBuilder();
        List<Question.Call> calls = new ArrayList<>();
        for (JsonNode block : content) {
            if (block.path("type").asText().equals("tool_use")) {
                require(open.add(block.path("id").asText()), "`tool_use` ids must be unique");
                require(block.path("input").isObject(), "tool_use.input: Input should be a valid dictionary");
                calls.add(new Question.Call(block.path("id").asText(), block.path("name").asText(), block.get("input")));
            } else {
                text(block);
                words.append(block.path("text").asText());
            }
        }
        return new Question.Model(words.toString(), calls);
    }

    private static void text(JsonNode block) {
        require(block.path("type").asText().equals("text") && !block.path("text").asText().isBlank(),
                "text content blocks must be non-empty");
    }

    @Override
    ObjectNode answer(Answer answer, Usage usage, int before) {
        ObjectNode body = JSON.createObjectNode().put("id", "msg_" + before).put("type", "message")
                .put("role", "assistant");
        ArrayNode content = body.putArray("content");
        body.put("stop_reason", switch (answer) {
            case Answer.Calls c -> {
                words(content, c.text());
                for (int i = 0; i < c.calls().size(); i++) {
                    content.addObject().put("type", "tool_use").put("id", "toolu_" + (before + i))
                            .put("name", c.calls().get(i).tool()).set("input", input(c.calls().get(i).arguments()));
                }
                yield "tool_use";
            }
            case Answer.Refusal r -> {
                words(content, r.text());
                yield "refusal";
            }
            case Answer.Cut c -> {
                words(content, c.text());
                yield "max_tokens";
            }
            case Answer.Words w -> {
                words(content, w.text());
                yield "end_turn";
            }
            default -> throw new IllegalArgumentException("not an answer in JSON: " + answer);
        });
        body.putObject("usage").put("input_tokens", usage.input()).put("output_tokens", usage.output());
        return body;
    }

    private static void words(ArrayNode content, String text) {
        if (!text.isEmpty()) {
            content.addObject().put("type", "text").put("text", text);
        }
    }

    private static JsonNode input(String arguments) {
        try {
            return JSON.readTree(arguments);
        } catch (JsonProcessingException e) {
            return TextNode.valueOf(arguments);
        }
    }
}
