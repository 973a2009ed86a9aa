package org.diamondhpc.messaging.outbox;

import java.util.Map;
import java.util.Objects;

/**
 * One record on its way to Kafka, as the table holds it.
 *
 * @param id its place in the order; 0 before it is written
 */
public record OutboxRow(long id, String eventId, String topic, String key, Map<String, String> headers, byte[] body) {
    public OutboxRow {
        Objects.requireNonNull(topic, "topic");
        Objects.requireNonNull(headers, "headers");
    }

    /** What is kept in order. */
    String orderKey() {
        return topic + '\0' + key;
    }

    /**
     * Which of {@link OutboxTable#LOCKS} advisory locks guards the order of this key. Keys that share a lock wait for
     * each other for the length of a commit; a bounded number keeps a large batch within PostgreSQL's lock table.
     */
    int lock() {
        return Math.floorMod(orderKey().hashCode(), OutboxTable.LOCKS);
    }
}
