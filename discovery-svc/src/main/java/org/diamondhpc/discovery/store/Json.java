package org.diamondhpc.discovery.store;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import java.io.UncheckedIOException;
import org.diamondhpc.schemas.DiamondJson;

/** Values kept as JSON text. */
final class Json {
    private Json() {
    }

    static String write(Object value) {
        try {
            return value == null ? null : DiamondJson.json().writeValueAsString(value);
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
    }

    static <T> T read(String text, TypeReference<T> type) {
        try {
            return text == null ? null : DiamondJson.json().readValue(text, type);
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
    }

    static <T> T read(String text, Class<T> type) {
        try {
            return text == null ? null : DiamondJson.json().readValue(text, type);
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
    }
}
