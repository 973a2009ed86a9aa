package org.diamondhpc.messaging;

/**
 * Events that leave exactly when, and only if, the current transaction commits: they are rows of the same database
 * until Kafka has acknowledged them. A dead broker or a killed process delays them, in order, and loses none.
 */
public interface Outbox {
    /**
     * Adds an event to the current JTA transaction.
     *
     * @throws IllegalStateException where no transaction is active
     * @throws org.diamondhpc.schemas.reason.DiamondException with {@code INVALID_TOO_LARGE} where the body exceeds
     *     {@code diamond.outbox.max-body} bytes; put such data into the {@link ClaimStore}
     */
    void append(OutgoingEvent event);
}
