package org.diamondhpc.gateway.signal;

import io.micrometer.core.instrument.MeterRegistry;
import jakarta.inject.Singleton;
import jakarta.transaction.Status;
import jakarta.transaction.Synchronization;
import jakarta.transaction.TransactionSynchronizationRegistry;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;

/** Who waits for what in this process. */
@Singleton
public class Signals {
    private final TransactionSynchronizationRegistry transactions;
    private final ConcurrentHashMap<String, Set<Runnable>> listeners = new ConcurrentHashMap<>();
    private final AtomicInteger waiting;

    Signals(TransactionSynchronizationRegistry transactions, MeterRegistry meters) {
        this.transactions = transactions;
        this.waiting = meters.gauge("diamond.gateway.waiters", new AtomicInteger());
    }

    /** Runs {@code listener} on each signal of the key until the result is closed; it must return at once. */
    Subscription listen(String key, Runnable listener) {
        listeners.compute(key, (k, all) -> {
            Set<Runnable> set = all == null ? ConcurrentHashMap.newKeySet(2) : all;
            set.add(listener);
            return set;
        });
        waiting.incrementAndGet();
        return () -> {
            listeners.computeIfPresent(key, (k, all) -> {
                if (all.remove(listener)) {
                    waiting.decrementAndGet();
                }
                return all.isEmpty() ? null : all;
            });
        };
    }

    /** Tells whoever waits for the key, at once. */
    public void fire(String key) {
        Set<Runnable> all = listeners.get(key);
        if (all != null) {
            all.forEach(Runnable::run);
        }
    }

    /** Tells whoever waits for the key when the current transaction has committed; once, however often it is called. */
    @SuppressWarnings("unchecked")
    public void fireAfterCommit(String key) {
        Set<String> keys = (Set<String>) transactions.getResource(this);
        if (keys == null) {
            keys = new LinkedHashSet<>();
            transactions.putResource(this, keys);
            transactions.registerInterposedSynchronization(new AfterCommit(keys));
        }
        keys.add(key);
    }

    private final class AfterCommit implements Synchronization {
        private final Set<String> keys;

        AfterCommit(Set<String> keys) {
            this.keys = keys;
        }

        @Override
        public void beforeCompletion() {
            // Only what was committed is news.
        }

        @Override
        public void afterCompletion(int status) {
            if (status == Status.STATUS_COMMITTED) {
                keys.forEach(Signals.this::fire);
            }
        }
    }

    /** What follows {@code prefix} in the keys somebody waits for. */
    public Set<String> awaited(String prefix) {
        return listeners.keySet().stream().filter(key -> key.startsWith(prefix)).map(key -> key.substring(prefix.length()))
                .collect(Collectors.toSet());
    }

    /** Stops listening; may be called more than once. */
    interface Subscription extends AutoCloseable {
        @Override
        void close();
    }
}
