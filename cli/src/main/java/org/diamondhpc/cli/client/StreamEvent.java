package org.diamondhpc.cli.client;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.UncheckedIOException;
import org.diamondhpc.schemas.DiamondJson;

/**
 * One server-sent event.
 *
 * @param id what a stream resumes by; may be absent
 */
public record StreamEvent(String id, String name, String data) {
    public JsonNode json() {
        try {
            return DiamondJson.json().readTree(data);
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
    }
}
