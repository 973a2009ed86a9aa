package org.diamondhpc.gateway.transfer;

import java.time.Instant;
import java.util.List;
import org.diamondhpc.gateway.transfer.domain.TransferState;
import org.diamondhpc.schemas.event.TransferEvent;
import org.diamondhpc.schemas.id.SessionId;
import org.diamondhpc.schemas.id.TransferId;
import org.diamondhpc.schemas.reason.Problem;

/**
 * All that is known of a transfer.
 *
 * @param version counts changes; the ETag
 * @param files how many were asked for
 * @param done what arrived, once it has ended
 */
public record TransferView(TransferId id, TransferState state, SessionId session, int version, List<Item> items,
        boolean cancelRequested, String mover, int files, int filesDone, long bytesDone, Long bytesTotal,
        List<TransferEvent.Done> done, Problem problem, Instant retryAt, Instant createdAt, Instant changedAt,
        Instant endedAt) {
    /** One file, as it was asked for. */
    public record Item(String from, String to) {
    }

    static String text(TransferEvent.Item item) {
        return item.to().site() == null ? item.logical() : item.to().site() + ":" + item.to().path();
    }
}
