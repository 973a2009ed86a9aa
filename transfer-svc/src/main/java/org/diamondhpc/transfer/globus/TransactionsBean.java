package org.diamondhpc.transfer.globus;

import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import org.diamondhpc.messaging.tx.Transactions;

/** Each change is a transaction of its own. */
class TransactionsBean {
    @Produces
    @Singleton
    Atomically atomically(Transactions transactions) {
        return changes -> {
            try {
                transactions.inNew(() -> {
                    changes.run();
                    return null;
                });
            } catch (RuntimeException e) {
                throw e;
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        };
    }
}
