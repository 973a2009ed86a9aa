package org.diamondhpc.messaging;

/** A row in the hands of its {@link WorkHandler}. */
public interface Work<P> {
    String kind();

    String key();

    String lane();

    /** The payload as enqueued or last saved by {@link #checkpoint}. */
    P payload();

    /** How often this row was taken up, this time included. */
    int runs();

    /** Unexpected failures in a row before this run. */
    int failures();

    /**
     * Saves a new payload in a transaction of its own, so that whoever takes the row up later knows how far it came.
     *
     * @param inTransaction runs in that transaction, after the lease was confirmed
     * @throws LeaseLost where the row was cancelled or taken over; nothing is saved and the handler should stop
     */
    void checkpoint(P payload, Runnable inTransaction);

    default void checkpoint(P payload) {
        checkpoint(payload, () -> { });
    }

    /** False as soon as it is known that the row was cancelled or taken over; long handlers look now and then. */
    boolean held();
}
