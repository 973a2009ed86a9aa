package org.diamondhpc.model.testing;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Chat completions. Every call must be answered by a message of a tool before anything else is said. */
final class OpenAiWire extends Wire {
    @Override
    Question question(int number, Map<String, String> headers, JsonNode body) {
        require(body.path("model").isTextual() && body.path("messages").isArray(), "model and messages are required");
        require(body.path("max_tokens").isInt() || body.path("max_completion_tokens").isInt(), "max_tokens is missing");
        List<String> tools = new ArrayList<>();
        body.path("tools").forEach(t -> {
            require(t.path("type").asText().equals("function"), "tools: type must be function");
            tools.add(t.at("/function/name").asText());
            checkSchema(t.at("/function/name").asText(), t.at("/function/parameters"));
        });
        String system = "";
        List<Question.Said> turns = new ArrayList<>();
        Set<String> open = new LinkedHashSet<>();
        for (JsonNode message : body.path("messages")) {
            String role = message.path("role").asText();
            require(role.equals("tool") || open.isEmpty(), "an assistant message with 'tool_calls' must be followed by "
                    + "tool messages responding to each 'tool_call_id'; missing: " + open);
            switch (role) {
                case "system" -> system = message.path("content").asText();
                case "user" -> turns.add(new Question.User(message.path("content").asText()));
                case "assistant" -> turns.add(model(message, open));
                case "tool" -> {
                    String id = message.path("tool_call_id").asText();
                    require(open.remove(id), "tool_call_id " + id + " answers no call");
                    turns.add(new Question.Result(id, message.path("content").asText()));
                }
                default -> throw new Refused("unknown role " + role);
            }
        }
        require(open.isEmpty(), "calls without a result: " + open);
        return new Question(number, Form.OPENAI, headers, system, turns, tools, body);
    }

    private static Question.Model model(JsonNode message, Set<String> open) {
        List<Question.Call> calls = new ArrayList<>();
        message.path("tool_calls").forEach(c -> {
            require(open.add(c.path("id").asText()), "duplicate call " + c.path("id"));
            require(c.at("/function/arguments").isTextual(), "arguments are a text");
            JsonNode input = json(c.at("/function/arguments").asText());
            require(input.isObject(), "arguments hold a JSON object");
            calls.add(new Question.Call(c.path("id").asText(), c.at("/function/name").asText(), input));
        });
        return new Question.Model(message.path("content").asText(""), calls);
    }

    @Override
    ObjectNode answer(Answer answer, Usage usage, int before) {
        ObjectNode body = JSON.createObjectNode().put("id", "chatcmpl-" + before).put("object", "chat.completion");
        ObjectNode choice = body.putArray("choices").addObject().put("index", 0);
        ObjectNode message = choice.putObject("message").put("role", "assistant");
        choice.put("finish_reason", switch (answer) {
            case Answer.Calls c -> {
                message.put("content", c.text().isEmpty() ? null : c.text());
                ArrayNode calls = message.putArray("tool_calls");
                for (int i = 0; i < c.calls().size(); i++) {
                    calls.addObject().put("id", "call_" + (before + i)).put("type", "function").putObject("function")
                            .put("name", c.calls().get(i).tool()).put("arguments", c.calls().get(i).arguments());
                }
                yield "tool_calls";
            }
            case Answer.Refusal r -> {
                message.putNull("content").put("refusal", r.text());
                yield "stop";
            }
            case Answer.Cut c -> {
                message.put("content", c.text());
                yield "length";
            }
            case Answer.Words w -> {
                message.put("content", w.text());
                yield "stop";
            }
            default -> throw new IllegalArgumentException("not an answer in JSON: " + answer);
        });
        body.putObject("usage").put("prompt_tokens", usage.input()).put("completion_tokens", usage.output())
                .put("total_tokens", usage.input() + usage.output());
        return body;
    }
}
