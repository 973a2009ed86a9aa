package org.diamondhpc.gateway.transfer;

import org.diamondhpc.schemas.id.TransferId;

/** Fired in the transaction in which a transfer ended. */
public record TransferEnded(TransferId transfer) {
}
