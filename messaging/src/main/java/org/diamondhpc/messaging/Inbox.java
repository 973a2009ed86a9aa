package org.diamondhpc.messaging;

/** Remembers what a consumer has handled, in the transaction that holds the effect. {@link Intake} uses it itself. */
public interface Inbox {
    /**
     * Whether {@code consumer} sees this id for the first time within the retention ({@code diamond.inbox.retention},
     * longer than the topics keep their records); marks it as seen if the current transaction commits. Where another
     * open transaction marks the same id, waits for its end.
     *
     * @throws IllegalStateException where no transaction is active
     */
    boolean firstTime(String consumer, String id);
}
