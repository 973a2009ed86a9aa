package org.diamondhpc.gateway.agent.model;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;
import org.diamondhpc.gateway.agent.domain.Message;
import org.diamondhpc.gateway.agent.domain.Prompt;
import org.diamondhpc.gateway.agent.domain.Reply;
import org.diamondhpc.gateway.agent.domain.Usage;
import org.diamondhpc.schemas.DiamondJson;

/**
 * Chat completions with tools, as OpenAI defined them and vLLM, llama.cpp, Ollama and many others speak them
 * (<a href="https://platform.openai.com/docs/api-reference/chat">reference</a>). Not streamed.
 */
final class ChatCompletions implements WireForm {
    @Override
    public String path() {
        return "/chat/completions";
    }

    @Override
    public Map<String, String> headers(String key) {
        return key == null ? Map.of() : Map.of("Authorization", "Bearer " + key);
    }

    @Override
    public ObjectNode request(ModelSettings model, Prompt prompt) {
        ObjectNode body = DiamondJson.json().createObjectNode().put("model", model.model())
                .put(model.maxTokensField(), model.maxTokens());
        ArrayNode messages = body.putArray("messages");
        messages.addObject().put("role", "system").put("content", prompt.system());
        prompt.messages().forEach(m -> message(messages.addObject(), m));
        ArrayNode tools = body.putArray("tools");
        prompt.tools().forEach(t -> tools.addObject().put("type", "function").putObject("function")
                .put("name", t.name()).put("description", t.description()).set("parameters", t.input()));
        return body;
    }

    private static void message(ObjectNode to, Message message) {
        switch (message) {
            case Message.User u -> to.put("role", "user").put("content", u.text());
            case Message.Result r -> to.put("role", "tool").put("tool_call_id", r.call()).put("content", r.text());
            case Message.Assistant a -> {
                to.put("role", "assistant").put("content", a.text());
                if (!a.calls().isEmpty()) {
                    ArrayNode calls = to.putArray("tool_calls");
                    a.calls().forEach(c -> calls.addObject().put("id", c.id()).put("type", "function")
                            .putObject("function").put("name", c.name()).put("arguments", c.shown().toString()));
                }
            }
        }
    }

    @Override
    public Reply reply(JsonNode body) throws ModelTrouble {
        JsonNode choice = body.at("/choices/0");
        JsonNode message = choice.path("message");
        if (!message.isObject()) {
            throw ModelTrouble.passing("the model endpoint's answer holds no message", null);
        }
        Usage usage = new Usage(body.at("/usage/prompt_tokens").asLong(),
                body.at("/usage/prompt_tokens_details/cached_tokens").asLong(),
                body.at("/usage/completion_tokens").asLong());
        String finish = choice.path("finish_reason").asText();
        if (message.hasNonNull("refusal") || finish.equals("content_filter")) {
            return new Reply.Declined(Calls.plain(message.path("refusal").asText("")), usage);
        }
        Calls calls = new Calls();
        message.path("tool_calls").forEach(c -> call(calls, c));
        String text = Calls.plain(text(message.path("content")));
        if (text.isBlank() && calls.all().isEmpty()) {
            throw ModelTrouble.passing("the model answered nothing", null);
        }
        return new Reply.Spoken(text, calls.all(), finish.equals("length"), usage);
    }

    private static void call(Calls calls, JsonNode call) {
        JsonNode arguments = call.at("/function/arguments");
        String id = call.path("id").asText();
        String name = call.at("/function/name").asText();
        if (arguments.isObject()) {
            calls.add(id, name, arguments); // some servers do not write it as a text
        } else {
            calls.addText(id, name, arguments.asText());
        }
    }

    /** A text, or the texts of a list of parts. */
    private static String text(JsonNode content) {
        if (!content.isArray()) {
            return content.isNull() ? "" : content.asText();
        }
        StringBuilder all = new StringBuilder();
        content.forEach(part -> all.append(part.path("text").asText()));
        return all.toString();
    }
}
