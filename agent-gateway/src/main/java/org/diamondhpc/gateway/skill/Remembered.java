package org.diamondhpc.gateway.skill;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.Set;

/**
 * What a journal keeps of an input: enough to know what was asked for, without contents, and without the values of
 * variables, which may be secrets.
 */
final class Remembered {
    private static final int MAX_TEXT = 200;
    private static final int MAX_ITEMS = 20;
    private static final int MAX_DEPTH = 8;
    private static final Set<String> CONTENT = Set.of("base64", "content", "text");
    private static final String VARIABLES = "environment";
    private static final TextNode HIDDEN = TextNode.valueOf("…");

    private Remembered() {
    }

    static JsonNode of(JsonNode input) {
        return of(input, MAX_DEPTH);
    }

    private static JsonNode of(JsonNode node, int depth) {
        if (node.isTextual()) {
            return TextNode.valueOf(Cut.to(node.textValue(), MAX_TEXT));
        }
        if (node.isContainerNode() && depth == 0) {
            return HIDDEN;
        }
        return switch (node) {
            case ObjectNode object -> members(object, depth);
            case ArrayNode array -> items(array, depth);
            default -> node;
        };
    }

    private static ObjectNode members(ObjectNode object, int depth) {
        ObjectNode kept = JsonNodeFactory.instance.objectNode();
        object.properties().forEach(m -> {
            if (CONTENT.contains(m.getKey()) && m.getValue().isTextual()) {
                kept.put(m.getKey(), "(" + m.getValue().textValue().length() + " characters)");
            } else if (m.getKey().equals(VARIABLES) && m.getValue().isObject()) {
                ObjectNode names = kept.putObject(VARIABLES);
                m.getValue().fieldNames().forEachRemaining(name -> names.set(name, HIDDEN));
            } else {
                kept.set(m.getKey(), of(m.getValue(), depth - 1));
            }
        });
        return kept;
    }

    private static ArrayNode items(ArrayNode array, int depth) {
        ArrayNode kept = JsonNodeFactory.instance.arrayNode();
        for (int i = 0; i < Math.min(array.size(), MAX_ITEMS); i++) {
            kept.add(of(array.get(i), depth - 1));
        }
        if (array.size() > MAX_ITEMS) {
            kept.add("… " + (array.size() - MAX_ITEMS) + " more");
        }
        return kept;
    }
}
