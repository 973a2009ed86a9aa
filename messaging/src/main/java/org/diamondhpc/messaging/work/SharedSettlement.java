package org.diamondhpc.messaging.work;

import io.quarkus.arc.Arc;
import io.quarkus.arc.ManagedContext;
import jakarta.inject.Singleton;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.diamondhpc.messaging.LeaseLost;
import org.diamondhpc.messaging.WorkOutcome;
import org.diamondhpc.messaging.tx.CurrentTrace;
import org.diamondhpc.messaging.tx.Transactions;
import org.jboss.logging.Logger;

/**
 * Rows that are done while a transaction is under way share the next one, as commits share a disk write: what many
 * handlers learn from one command at a site is written down together. A lone row never waits for company, and one that
 * spoils the common transaction is settled by itself, as are the others.
 */
@Singleton
class SharedSettlement {
    private static final Logger LOG = Logger.getLogger(SharedSettlement.class);
    private static final int MOST_AT_ONCE = 64;

    private final Transactions transactions;
    private final WorkTable table;
    private final List<Waiting> waiting = new ArrayList<>();
    private boolean led;

    private record Waiting(Claim claim, WorkOutcome.Done outcome, CompletableFuture<Result> result) { }

    /** What became of a row in the common transaction. */
    enum Result {
        SETTLED, LEASE_LOST, APART
    }

    SharedSettlement(Transactions transactions, WorkTable table) {
        this.transactions = transactions;
        this.table = table;
    }

    /**
     * Removes the row with what follows from it, alone or with others, and waits for the commit.
     *
     * @return {@code APART} where nothing of it has happened and the caller is to settle it by itself
     */
    Result settle(Claim claim, WorkOutcome.Done outcome) throws InterruptedException {
        Waiting own = new Waiting(claim, outcome, new CompletableFuture<>());
        boolean leads;
        synchronized (waiting) {
            waiting.add(own);
            leads = !led;
            led = true;
        }
        if (leads) {
            Thread.ofVirtual().name("work-settling").start(this::lead); // not this one: it has its own row to report
        }
        try {
            return own.result.get();
        } catch (ExecutionException e) {
            throw new IllegalStateException(e.getCause());
        }
    }

    private void lead() {
        for (List<Waiting> batch = next(); !batch.isEmpty(); batch = next()) {
            try {
                together(batch);
            } catch (Exception | Error e) {
                LOG.debugf(e, "%d rows are settled one by one", batch.size());
            } finally {
                batch.forEach(one -> one.result.complete(Result.APART)); // unless it is complete
            }
        }
    }

    private List<Waiting> next() {
        synchronized (waiting) {
            List<Waiting> some = waiting.subList(0, Math.min(MOST_AT_ONCE, waiting.size()));
            List<Waiting> batch = List.copyOf(some);
            some.clear();
            led = !batch.isEmpty();
            return batch;
        }
    }

    private void together(List<Waiting> batch) throws Exception {
        ManagedContext request = Arc.container().requestContext();
        request.activate();
        try {
            Set<UUID> held = transactions.inNew(() -> {
                Set<UUID> removed = table.remove(batch.stream().map(Waiting::claim).toList());
                for (Waiting one : batch) {
                    if (removed.contains(one.claim.lease())) {
                        follow(one);
                    }
                }
                return removed;
            });
            batch.forEach(one -> one.result.complete(
                    held.contains(one.claim.lease()) ? Result.SETTLED : Result.LEASE_LOST));
        } finally {
            request.terminate();
        }
    }

    private static void follow(Waiting one) throws Exception {
        CurrentTrace.with(one.claim.trace(), () -> {
            one.outcome.inTransaction().run();
            return null;
        });
    }
}
