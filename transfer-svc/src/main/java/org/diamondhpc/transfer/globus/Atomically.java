package org.diamondhpc.transfer.globus;

/** Runs changes of the ledger and of the work table as one. */
interface Atomically {
    void run(Runnable changes);
}
