package org.diamondhpc.messaging.work;

import jakarta.inject.Singleton;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.ThreadLocalRandom;
import org.diamondhpc.messaging.LeaseLost;
import org.diamondhpc.messaging.WorkOutcome;
import org.diamondhpc.messaging.tx.Database;
import org.diamondhpc.messaging.tx.Pause;
import org.diamondhpc.messaging.tx.Transactions;
import org.diamondhpc.messaging.tx.Trouble;
import org.jboss.logging.Logger;

/**
 * Writes what became of a row, always under its lease and in one transaction with what follows from it. The effect at
 * the site has happened by then, so trouble of the database is waited out rather than given back to the handler.
 */
@Singleton
class Settlement {
    private static final Logger LOG = Logger.getLogger(Settlement.class);
    private static final int TRIES = 6;
    private static final int ERROR_LENGTH = 2_000;
    private final Transactions transactions;
    private final Database database;
    private final WorkTable table;
    private final SharedSettlement shared;
    private final WorkConfig config;
    private final WorkNudge nudge;
    private final Clock clock;

    Settlement(Transactions transactions, Database database, WorkTable table, SharedSettlement shared,
            WorkConfig config, WorkNudge nudge, Clock clock) {
        this.transactions = transactions;
        this.database = database;
        this.table = table;
        this.shared = shared;
        this.config = config;
        this.nudge = nudge;
        this.clock = clock;
    }

    void settle(Claim claim, WorkOutcome outcome) throws Exception {
        if (outcome instanceof WorkOutcome.Done done) {
            switch (shared.settle(claim, done)) {
                case SETTLED -> { }
                case LEASE_LOST -> throw new LeaseLost(claim.kind(), claim.key());
                case APART -> alone(claim, outcome);
            }
        } else {
            alone(claim, outcome);
        }
    }

    private void alone(Claim claim, WorkOutcome outcome) throws Exception {
        Duration pause = outcome instanceof WorkOutcome.Again again ? pause(again.when()) : Duration.ZERO;
        persistently(() -> {
            boolean held = switch (outcome) {
                case WorkOutcome.Done done -> table.remove(claim);
                case WorkOutcome.Again again -> table.again(claim, pause, again.why());
            };
            confirm(claim, held);
            outcome.inTransaction().run();
            return null;
        });
        if (outcome instanceof WorkOutcome.Again) {
            nudge.after(pause);
        }
    }

    void checkpoint(Claim claim, String payload, Runnable inTransaction) {
        try {
            persistently(() -> {
                confirm(claim, table.checkpoint(claim, payload, config.lease()));
                inTransaction.run();
                return null;
            });
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    /** Keeps the row with the error; it is worked again after a pause that grows with the failures in a row. */
    void failed(Claim claim, Throwable failure) {
        Duration pause = backOff(claim.failures(), config.maxPause());
        String text = failure.toString();
        String error = text.length() <= ERROR_LENGTH ? text : text.substring(0, ERROR_LENGTH) + "…";
        try {
            persistently(() -> {
                confirm(claim, table.failed(claim, pause, error.replace('\0', ' ')));
                return null;
            });
            nudge.after(pause);
        } catch (LeaseLost e) {
            LOG.info(e.getMessage());
        } catch (Exception e) {
            LOG.warnf(e, "The failure of %s %s is not noted; it is worked again when its lease runs out",
                    claim.kind(), claim.key());
        }
    }

    /** Half a second doubled a failure, up to {@code most}, times a random factor from 0.5 to 1. */
    static Duration backOff(int failures, Duration most) {
        long base = Math.min(most.toMillis(), 500L << Math.min(failures, 20));
        return Duration.ofMillis((long) (base * ThreadLocalRandom.current().nextDouble(0.5, 1.0)));
    }

    private void persistently(Callable<Void> body) throws Exception {
        Duration pause = Duration.ofMillis(20);
        for (int tries = 1;; tries++) {
            try {
                transactions.inNew(body);
                return;
            } catch (LeaseLost e) {
                throw e;
            } catch (Exception e) {
                if (database.stopping()) {
                    throw e;
                }
                if (!database.available()) {
                    database.awaitAvailable();
                    tries = 0;
                } else if (Trouble.passing(e) && tries < TRIES) {
                    Pause.of(pause);
                    pause = pause.multipliedBy(2);
                } else {
                    throw e;
                }
            }
        }
    }

    private static void confirm(Claim claim, boolean held) {
        if (!held) {
            throw new LeaseLost(claim.kind(), claim.key());
        }
    }

    private Duration pause(WorkOutcome.When when) {
        return switch (when) {
            case WorkOutcome.When.After after -> after.pause();
            case WorkOutcome.When.At at -> {
                Duration left = Duration.between(clock.instant(), at.instant());
                yield left.isNegative() ? Duration.ZERO : left;
            }
        };
    }
}
