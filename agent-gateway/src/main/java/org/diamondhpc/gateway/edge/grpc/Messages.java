package org.diamondhpc.gateway.edge.grpc;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.protobuf.Descriptors.EnumDescriptor;
import com.google.protobuf.Descriptors.EnumValueDescriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Message;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Locale;
import org.diamondhpc.gateway.page.Page;
import org.diamondhpc.schemas.DiamondJson;

/**
 * Writes records into messages, field by field of the same name. A record is taken as the JSON that every other edge
 * shows of it, so nothing is said here that is not said there.
 */
final class Messages {
    private Messages() {
    }

    /** @param form an instance of the message wanted */
    static <M extends Message> M of(Object record, M form) {
        return of(tree(record), form);
    }

    @SuppressWarnings("unchecked")
    static <M extends Message> M of(JsonNode tree, M form) {
        return (M) filled(form.newBuilderForType(), tree);
    }

    static <M extends Message> List<M> all(List<?> records, M form) {
        return records.stream().map(r -> of(r, form)).toList();
    }

    /** The cursor of what follows; empty at the end. */
    static String next(Page<?> page) {
        return page.next() == null ? "" : page.next();
    }

    /** By way of its text, since parts of a record may be JSON text already. */
    static JsonNode tree(Object record) {
        try {
            return DiamondJson.json().readTree(DiamondJson.json().writeValueAsBytes(record));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** {@code TASK_STATE_} for {@code TaskState}: what buf's style puts before each value. */
    static String prefix(EnumDescriptor type) {
        return type.getName().replaceAll("(?<=[a-z0-9])(?=[A-Z])", "_").toUpperCase(Locale.ROOT) + "_";
    }

    private static Message filled(Message.Builder to, JsonNode from) {
        for (FieldDescriptor field : to.getDescriptorForType().getFields()) {
            JsonNode value = from.get(field.getJsonName());
            if (value == null || value.isNull()) {
                continue;
            }
            if (field.isMapField()) {
                entries(to, field, value);
            } else if (field.isRepeated()) {
                value.forEach(one -> to.addRepeatedField(field, single(to, field, one)));
            } else {
                to.setField(field, single(to, field, value));
            }
        }
        return to.build();
    }

    private static void entries(Message.Builder to, FieldDescriptor field, JsonNode map) {
        FieldDescriptor key = field.getMessageType().findFieldByName("key");
        FieldDescriptor held = field.getMessageType().findFieldByName("value");
        map.properties().forEach(entry -> {
            Message.Builder one = to.newBuilderForField(field);
            one.setField(key, entry.getKey());
            to.addRepeatedField(field, one.setField(held, single(one, held, entry.getValue())).build());
        });
    }

    private static Object single(Message.Builder to, FieldDescriptor field, JsonNode value) {
        return switch (field.getJavaType()) {
            case STRING -> value.asText();
            case INT -> value.intValue();
            case LONG -> value.longValue();
            case BOOLEAN -> value.booleanValue();
            case DOUBLE -> value.doubleValue();
            case ENUM -> word(field.getEnumType(), value.asText());
            case MESSAGE -> WellKnown.message(field.getMessageType(), value)
                    .orElseGet(() -> filled(to.newBuilderForField(field), value));
            case FLOAT, BYTE_STRING -> throw new IllegalStateException("no record has such a field: " + field);
        };
    }

    /** A word this version of the contract does not know stays unsaid. */
    private static EnumValueDescriptor word(EnumDescriptor type, String name) {
        EnumValueDescriptor value = type.findValueByName(prefix(type) + name);
        return value == null ? type.findValueByNumber(0) : value;
    }
}
