package org.diamondhpc.messaging.tx;

import io.quarkus.narayana.jta.QuarkusTransaction;
import io.quarkus.narayana.jta.QuarkusTransactionException;
import jakarta.inject.Singleton;
import jakarta.transaction.Status;
import jakarta.transaction.Synchronization;
import jakarta.transaction.TransactionSynchronizationRegistry;
import java.util.concurrent.Callable;
import java.util.function.Supplier;

/** Transactions as this module uses them: always a new one for a unit of work, or the caller's. */
@Singleton
public class Transactions {
    private final TransactionSynchronizationRegistry registry;

    Transactions(TransactionSynchronizationRegistry registry) {
        this.registry = registry;
    }

    /** Runs the body in a transaction of its own; commits unless it throws. */
    public <T> T inNew(Callable<T> body) throws Exception {
        try {
            return QuarkusTransaction.requiringNew().call(body);
        } catch (QuarkusTransactionException e) {
            throw e.getCause() instanceof Exception cause ? cause : e;
        }
    }

    public void requireActive() {
        if (registry.getTransactionStatus() != Status.STATUS_ACTIVE) {
            throw new IllegalStateException("needs an active transaction");
        }
    }

    /** The value kept under {@code key} with the current transaction, made the first time it is asked for. */
    @SuppressWarnings("unchecked")
    public <T> T attached(Object key, Supplier<T> make) {
        Object value = registry.getResource(key);
        if (value == null) {
            value = make.get();
            registry.putResource(key, value);
        }
        return (T) value;
    }

    /** Runs {@code action} in the current transaction right before it commits; not if it rolls back. */
    public void beforeCommit(Runnable action) {
        registry.registerInterposedSynchronization(new Synchronization() {
            @Override
            public void beforeCompletion() {
                action.run();
            }

            @Override
            public void afterCompletion(int status) {
                // What was done is part of the transaction.
            }
        });
    }

    /** Runs {@code action} once the current transaction has committed; it must not use the database. */
    public void afterCommit(Runnable action) {
        registry.registerInterposedSynchronization(new Synchronization() {
            @Override
            public void beforeCompletion() {
                // Only the outcome counts.
            }

            @Override
            public void afterCompletion(int status) {
                if (status == Status.STATUS_COMMITTED) {
                    action.run();
                }
            }
        });
    }
}
