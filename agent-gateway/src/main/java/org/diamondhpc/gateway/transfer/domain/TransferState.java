package org.diamondhpc.gateway.transfer.domain;

/** Where a transfer is. */
public enum TransferState {
    REQUESTED,
    RUNNING,
    /** Cannot go on now; Diamond tries again by itself. */
    STALLED,
    SUCCEEDED,
    FAILED,
    CANCELLED;

    public boolean ended() {
        return this == SUCCEEDED || this == FAILED || this == CANCELLED;
    }
}
