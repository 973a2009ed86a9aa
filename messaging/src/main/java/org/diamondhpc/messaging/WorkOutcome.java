package org.diamondhpc.messaging;

import java.time.Duration;
import java.time.Instant;
import java.util.Objects;

/**
 * What a handler answers. The runnable holds everything that follows: it runs in the very transaction that removes or
 * updates the row, after the lease was confirmed; where the lease is lost nothing of it happens.
 */
public sealed interface WorkOutcome {
    Runnable inTransaction();

    /** The row has served its purpose and is removed. */
    record Done(Runnable inTransaction) implements WorkOutcome {
        public Done {
            Objects.requireNonNull(inTransaction, "inTransaction");
        }
    }

    /**
     * The row is worked again.
     *
     * @param when not before this time
     * @param why in words, shown to operators
     */
    record Again(When when, String why, Runnable inTransaction) implements WorkOutcome {
        public Again {
            Objects.requireNonNull(when, "when");
            Objects.requireNonNull(inTransaction, "inTransaction");
        }
    }

    /** A time, or a pause counted from the end of the transaction by the database's clock. */
    sealed interface When {
        record At(Instant instant) implements When { }

        record After(Duration pause) implements When { }
    }

    static WorkOutcome done() {
        return new Done(() -> { });
    }

    static WorkOutcome done(Runnable inTransaction) {
        return new Done(inTransaction);
    }

    static WorkOutcome again(Duration pause, String why) {
        return again(pause, why, () -> { });
    }

    static WorkOutcome again(Duration pause, String why, Runnable inTransaction) {
        return new Again(new When.After(pause), why, inTransaction);
    }

    static WorkOutcome again(Instant notBefore, String why) {
        return again(notBefore, why, () -> { });
    }

    static WorkOutcome again(Instant notBefore, String why, Runnable inTransaction) {
        return new Again(new When.At(notBefore), why, inTransaction);
    }
}
