package org.diamondhpc.gateway.edge.grpc;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Duration;
import com.google.protobuf.ListValue;
import com.google.protobuf.Message;
import com.google.protobuf.NullValue;
import com.google.protobuf.Struct;
import com.google.protobuf.Timestamp;
import com.google.protobuf.Value;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Optional;

/** Times and free JSON as Protocol Buffers have them, there and back. */
final class WellKnown {
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
    /** Beyond it a double no longer holds every whole number. */
    private static final double WHOLE = 1L << 53;

    private WellKnown() {
    }

    /** Empty where the type is one of Diamond's own. */
    static Optional<Message> message(Descriptor type, JsonNode from) {
        return Optional.ofNullable(switch (type.getFullName()) {
            case "google.protobuf.Timestamp" -> time(Instant.parse(from.asText()));
            case "google.protobuf.Duration" -> duration(java.time.Duration.parse(from.asText()));
            case "google.protobuf.Struct" -> struct(from);
            case "google.protobuf.Value" -> value(from);
            default -> null;
        });
    }

    /**
     * Empty where the type is one of Diamond's own.
     *
     * @throws IllegalArgumentException where it is no legal time
     */
    static Optional<JsonNode> tree(Message message) {
        return Optional.ofNullable(switch (message) {
            case Timestamp t -> JSON.textNode(instant(t).toString());
            case Duration d -> JSON.textNode(duration(d).toString());
            case Struct s -> tree(s);
            case Value v -> tree(v);
            default -> null;
        });
    }

    static java.time.Duration duration(Duration d) {
        try {
            return java.time.Duration.ofSeconds(d.getSeconds(), d.getNanos());
        } catch (ArithmeticException e) {
            throw new IllegalArgumentException("the duration is out of range", e);
        }
    }

    static ObjectNode tree(Struct struct) {
        ObjectNode object = JSON.objectNode();
        struct.getFieldsMap().forEach((name, held) -> object.set(name, tree(held)));
        return object;
    }

    static Struct struct(JsonNode object) {
        Struct.Builder struct = Struct.newBuilder();
        object.properties().forEach(member -> struct.putFields(member.getKey(), value(member.getValue())));
        return struct.build();
    }

    static JsonNode tree(Value value) {
        return switch (value.getKindCase()) {
            case STRING_VALUE -> JSON.textNode(value.getStringValue());
            case BOOL_VALUE -> JSON.booleanNode(value.getBoolValue());
            case NUMBER_VALUE -> number(value.getNumberValue());
            case STRUCT_VALUE -> tree(value.getStructValue());
            case LIST_VALUE -> {
                ArrayNode array = JSON.arrayNode();
                value.getListValue().getValuesList().forEach(item -> array.add(tree(item)));
                yield array;
            }
            case NULL_VALUE, KIND_NOT_SET -> JSON.nullNode();
        };
    }

    private static Value value(JsonNode from) {
        Value.Builder value = Value.newBuilder();
        return switch (from.getNodeType()) {
            case STRING -> value.setStringValue(from.textValue()).build();
            case BOOLEAN -> value.setBoolValue(from.booleanValue()).build();
            case NUMBER -> value.setNumberValue(from.doubleValue()).build();
            case OBJECT -> value.setStructValue(struct(from)).build();
            case ARRAY -> {
                ListValue.Builder list = ListValue.newBuilder();
                from.forEach(item -> list.addValues(value(item)));
                yield value.setListValue(list).build();
            }
            default -> value.setNullValue(NullValue.NULL_VALUE).build();
        };
    }

    /** A whole number stays one, as schemas and records want it. */
    private static JsonNode number(double number) {
        return number == Math.rint(number) && Math.abs(number) <= WHOLE ? JSON.numberNode((long) number)
                : JSON.numberNode(number);
    }

    private static Timestamp time(Instant at) {
        return Timestamp.newBuilder().setSeconds(at.getEpochSecond()).setNanos(at.getNano()).build();
    }

    private static Duration duration(java.time.Duration d) {
        return Duration.newBuilder().setSeconds(d.toSeconds()).setNanos(d.toNanosPart()).build();
    }

    private static Instant instant(Timestamp t) {
        try {
            return Instant.ofEpochSecond(t.getSeconds(), t.getNanos());
        } catch (DateTimeException | ArithmeticException e) {
            throw new IllegalArgumentException("the time is out of range", e);
        }
    }
}
