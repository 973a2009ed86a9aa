package org.diamondhpc.cli.client;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Function;
import java.util.stream.StreamSupport;
import org.diamondhpc.schemas.DiamondJson;

/** An answer as the gateway sent it. Accessors take JSON pointers; what is absent is null, or empty for lists. */
public interface Document {
    JsonNode json();

    default String text(String pointer) {
        JsonNode node = json().at(pointer);
        return node.isValueNode() && !node.isNull() ? node.asText() : null;
    }

    default long number(String pointer) {
        return json().at(pointer).asLong();
    }

    default Instant time(String pointer) {
        String text = text(pointer);
        return text == null ? null : Instant.parse(text);
    }

    default Duration duration(String pointer) {
        String text = text(pointer);
        return text == null ? null : Duration.parse(text);
    }

    default <T> List<T> list(String pointer, Function<JsonNode, T> as) {
        return StreamSupport.stream(json().at(pointer).spliterator(), false).map(as).toList();
    }

    default <T> List<T> list(String pointer, Class<T> type) {
        return list(pointer, node -> read(node, type));
    }

    default <T> T object(String pointer, Class<T> type) {
        JsonNode node = json().at(pointer);
        return node.isObject() ? read(node, type) : null;
    }

    private static <T> T read(JsonNode node, Class<T> type) {
        try {
            return DiamondJson.json().treeToValue(node, type);
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
    }
}
