package org.diamondhpc.gateway.skill.handler;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.UncheckedIOException;
import java.time.Instant;
import org.diamondhpc.gateway.wake.WakeView;
import org.diamondhpc.schemas.DiamondJson;

/** A wake in an answer. */
record WakeBrief(long number, String waitId, String reason, Instant issuedAt, JsonNode digest) {
    static WakeBrief of(WakeView w) {
        try {
            return new WakeBrief(w.number(), w.waitId(), w.reason(), w.issuedAt(),
                    DiamondJson.json().readTree(w.digest()));
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
    }

    String told() {
        return digest.path("summary").asText(reason);
    }
}
