package org.diamondhpc.messaging;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.Optional;
import org.diamondhpc.schemas.DiamondJson;

/**
 * One row of the work table, as an operator or a service sees it.
 *
 * @param payload its JSON
 * @param dueAt when it is next worked; for a running row, when its lease runs out
 * @param runningAt the instance that holds the lease, empty where nobody works it
 * @param runs how often it was taken up
 * @param failures unexpected failures in a row since the last answer of the handler
 * @param lastError the latest failure or the reason given with {@link WorkOutcome.Again}
 */
public record WorkItem(
        String kind,
        String key,
        String lane,
        String payload,
        Instant dueAt,
        Optional<String> runningAt,
        int runs,
        int failures,
        Optional<String> lastError) {
    public <P> P payload(Class<P> type) {
        try {
            return DiamondJson.json().readValue(payload, type);
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
    }
}
