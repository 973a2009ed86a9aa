package org.diamondhpc.submit.work;

import io.quarkus.scheduler.Scheduled;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.transaction.Transactional;

/** Forgets tasks that ended long ago. */
@ApplicationScoped
class Housekeeping {
    private final SubmissionLedger ledger;

    Housekeeping(SubmissionLedger ledger) {
        this.ledger = ledger;
    }

    @Scheduled(every = "6h", delayed = "5m")
    @Transactional
    void forgetEnded() {
        ledger.forgetEnded();
    }
}
