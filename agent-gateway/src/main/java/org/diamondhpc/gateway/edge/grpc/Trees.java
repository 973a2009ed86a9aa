package org.diamondhpc.gateway.edge.grpc;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.protobuf.Descriptors.EnumValueDescriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.MapEntry;
import com.google.protobuf.Message;
import java.util.List;
import org.diamondhpc.schemas.reason.DiamondException;
import org.diamondhpc.schemas.reason.Problem;
import org.diamondhpc.schemas.reason.Problem.Violation;
import org.diamondhpc.schemas.reason.Reason;

/** Reads messages as the JSON that the other edges are sent, for the same readers to judge. What is absent stays so. */
final class Trees {
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

    private Trees() {
    }

    /** @throws DiamondException {@code INVALID_REQUEST} where a time is out of range */
    static ObjectNode of(Message message) {
        return object(message, "");
    }

    private static ObjectNode object(Message message, String at) {
        ObjectNode object = JSON.objectNode();
        message.getAllFields().forEach((field, value) -> {
            String here = at + "/" + field.getJsonName();
            JsonNode tree = field.isMapField() ? map((List<?>) value, here)
                    : field.isRepeated() ? list(field, (List<?>) value, here) : single(field, value, here);
            if (tree != null) {
                object.set(field.getJsonName(), tree);
            }
        });
        return object;
    }

    private static ArrayNode list(FieldDescriptor field, List<?> values, String at) {
        ArrayNode array = JSON.arrayNode();
        for (Object value : values) {
            array.add(single(field, value, at + "/" + array.size()));
        }
        return array;
    }

    private static ObjectNode map(List<?> entries, String at) {
        ObjectNode object = JSON.objectNode();
        for (Object each : entries) {
            MapEntry<?, ?> entry = (MapEntry<?, ?>) each;
            String key = entry.getKey().toString();
            object.set(key, single(entry.getDescriptorForType().findFieldByName("value"), entry.getValue(),
                    at + "/" + key));
        }
        return object;
    }

    private static JsonNode single(FieldDescriptor field, Object value, String at) {
        return switch (field.getJavaType()) {
            case STRING -> JSON.textNode((String) value);
            case INT -> JSON.numberNode((Integer) value);
            case LONG -> JSON.numberNode((Long) value);
            case BOOLEAN -> JSON.booleanNode((Boolean) value);
            case DOUBLE -> JSON.numberNode((Double) value);
            case ENUM -> word((EnumValueDescriptor) value);
            case MESSAGE -> message((Message) value, at);
            case FLOAT, BYTE_STRING -> throw new IllegalStateException("no record has such a field: " + field);
        };
    }

    private static JsonNode message(Message message, String at) {
        try {
            return WellKnown.tree(message).orElseGet(() -> object(message, at));
        } catch (IllegalArgumentException e) {
            throw new DiamondException(Problem.of(Reason.INVALID_REQUEST,
                    List.of(new Violation(at, e.getMessage()))), e);
        }
    }

    /** Null where it is not said; a number this version does not know is left for the reader to refuse. */
    private static JsonNode word(EnumValueDescriptor value) {
        if (value.getNumber() == 0) {
            return null;
        }
        String prefix = Messages.prefix(value.getType());
        return JSON.textNode(value.getName().startsWith(prefix) ? value.getName().substring(prefix.length())
                : Integer.toString(value.getNumber()));
    }
}
