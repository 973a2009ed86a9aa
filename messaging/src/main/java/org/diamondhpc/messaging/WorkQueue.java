package org.diamondhpc.messaging;

import java.time.Instant;
import java.util.Collection;
import java.util.Optional;

/**
 * The service's durable table of effects to bring about. A row stays until its handler says it is done, whatever
 * dies in between; {@link WorkHandler} says how rows are worked. Every method joins the current transaction and
 * throws {@link IllegalStateException} where none is active, except {@link #find}, which also reads outside one.
 */
public interface WorkQueue {
    /** Adds a row; false where one of this kind and key exists already, which is then left as it is. */
    boolean enqueue(NewWork work);

    /**
     * Removes the row; false where there is none. Where it is being worked right now, the worker's result is
     * refused ({@link LeaseLost}), so a cancelled row never publishes anything.
     */
    boolean cancel(String kind, String key);

    /** As {@link #cancel(String, String)}, for many; those that are not there are passed over. */
    void cancel(String kind, Collection<String> keys);

    /**
     * Makes the row due at {@code at} if it would be due later; false where there is none. A row being worked right
     * now comes again at that time if its handler answers {@link WorkOutcome.Again}.
     */
    boolean hasten(String kind, String key, Instant at);

    /** The row as it stands. */
    Optional<WorkItem> find(String kind, String key);
}
