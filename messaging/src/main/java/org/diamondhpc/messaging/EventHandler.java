package org.diamondhpc.messaging;

import java.util.List;

/** What a consumer does with one event: changes of this service's own state, in the current transaction. */
@FunctionalInterface
public interface EventHandler {
    /**
     * Applies the event. Runs in a transaction that may hold many events, on a virtual thread; must not touch a site.
     * An unknown type is passed over by returning.
     *
     * @throws Exception where it cannot be applied. Trouble of the database is tried again; anything else goes to the
     *     dead letters, with the code of a {@link org.diamondhpc.schemas.reason.DiamondException} where it is one.
     */
    void handle(ReceivedEvent event) throws Exception;

    /**
     * The events of a transaction, before the first of them is applied: what they need may be read with one question.
     */
    default void expect(List<ReceivedEvent> events) throws Exception {
        // Nothing that is better done for all at once.
    }

    /**
     * After the last event of a transaction, still in it. Where it fails, whose fault that was is not known, and the events
     * are tried one by one.
     */
    default void finish() throws Exception {
        // Nothing that is better done for all at once.
    }
}
