package org.diamondhpc.messaging;

import java.util.List;

/**
 * What a consumer does with events: changes of this service's own state, in the current transaction. Where many come at
 * once, what they need can be fetched together at the begin, and what follows from them be done together at the end.
 */
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

    /** Before the first of the events that are handled in one transaction; not with the trace of any of them. */
    default void begin(List<ReceivedEvent> events) throws Exception {
    }

    /**
     * After the last of them, in the same transaction. Where it fails, whose fault that was is not known, and the events
     * are tried one by one.
     */
    default void finish() throws Exception {
    }
}
