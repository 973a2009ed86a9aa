package org.diamondhpc.model.testing;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;

/** One form: reads questions as strictly as real endpoints do, and writes answers. */
abstract class Wire {
    static final ObjectMapper JSON = new ObjectMapper();
    private static final List<String> NOT_AT_THE_TOP = List.of("oneOf", "anyOf", "allOf", "enum", "not");

    /** What an endpoint refuses with 400. */
    static final class Refused extends RuntimeException {
        private static final long serialVersionUID = 1;

        Refused(String message) {
            super(message);
        }
    }

    abstract Question question(int number, Map<String, String> headers, JsonNode body);

    /** @param calls so many calls were answered before; ids go on from there */
    abstract ObjectNode answer(Answer answer, Usage usage, int calls);

    static Wire of(Form form) {
        return form == Form.OPENAI ? new OpenAiWire() : new AnthropicWire();
    }

    static JsonNode json(String text) {
        try {
            return JSON.readTree(text);
        } catch (JsonProcessingException e) {
            throw new Refused("not JSON: " + e.getOriginalMessage());
        }
    }

    static void require(boolean good, String otherwise) {
        if (!good) {
            throw new Refused(otherwise);
        }
    }

    static void checkSchema(String tool, JsonNode schema) {
        require(tool.matches("[a-zA-Z0-9_-]{1,64}"), "tools: invalid name " + tool);
        require(schema.path("type").asText().equals("object"), "tools." + tool + ": schema must have type object");
        NOT_AT_THE_TOP.forEach(word -> require(!schema.has(word), "tools." + tool + ": " + word
                + " is not supported at the top level"));
    }
}
