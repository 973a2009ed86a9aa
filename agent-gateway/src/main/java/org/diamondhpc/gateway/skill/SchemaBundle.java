package org.diamondhpc.gateway.skill;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/**
 * Puts the task specification's schema where another one refers to it: models and tool clients do not follow
 * references to other files.
 */
final class SchemaBundle {
    private static final String DEFS = "$defs";
    private final ObjectNode spec;
    private final String id;

    SchemaBundle(ObjectNode spec) {
        this.spec = spec;
        this.id = spec.path("$id").textValue();
    }

    ObjectNode whole(ObjectNode schema) {
        ObjectNode result = schema.deepCopy();
        if (replaced(result)) {
            spec.path(DEFS).properties().forEach(d -> result.withObject("/" + DEFS).set(d.getKey(), d.getValue()));
        }
        return result;
    }

    /** Whether anything was put in. */
    private boolean replaced(JsonNode node) {
        boolean any = false;
        if (node instanceof ObjectNode object) {
            for (var member : List.copyOf(object.properties())) {
                if (id.equals(member.getValue().path("$ref").textValue())) {
                    ObjectNode inner = spec.deepCopy();
                    inner.remove(List.of("$schema", "$id", DEFS, "examples"));
                    object.set(member.getKey(), inner);
                    any = true;
                } else {
                    any |= replaced(member.getValue());
                }
            }
        } else if (node instanceof ArrayNode array) {
            for (JsonNode item : array) {
                any |= replaced(item);
            }
        }
        return any;
    }
}
