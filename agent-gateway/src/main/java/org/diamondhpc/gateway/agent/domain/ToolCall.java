package org.diamondhpc.gateway.agent.domain;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.diamondhpc.schemas.DiamondJson;

/**
 * A call a model asks for.
 *
 * @param id the model's name for it, which its result must bear
 * @param input what it is called with; null where the model wrote something else than a JSON object
 * @param malformed what it wrote instead; null where there is an input
 */
public record ToolCall(String id, String name, ObjectNode input, String malformed) {
    public static ToolCall of(String id, String name, ObjectNode input) {
        return new ToolCall(id, name, input, null);
    }

    public static ToolCall malformed(String id, String name, String text) {
        return new ToolCall(id, name, null, text);
    }

    /** As it is shown to the model again: endpoints refuse conversations whose calls hold anything but an object. */
    public ObjectNode shown() {
        return input == null ? DiamondJson.json().createObjectNode() : input;
    }

    int length() {
        return name.length() + (input == null ? 2 : input.toString().length());
    }
}
