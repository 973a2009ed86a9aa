package org.diamondhpc.messaging;

import java.util.List;

/**
 * A consumer that takes events together: what they need is fetched at once before the first, and what follows from them is
 * done at once after the last, in {@link EventHandler#finish}.
 */
@FunctionalInterface
public interface Together {
    /**
     * Before the first of the events that are handled in one transaction, in that transaction; not with the trace of any of
     * them. Transactions may run beside each other.
     *
     * @return what handles and finishes these
     */
    EventHandler begin(List<ReceivedEvent> events) throws Exception;
}
