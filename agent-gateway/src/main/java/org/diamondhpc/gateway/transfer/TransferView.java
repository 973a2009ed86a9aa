package org.diamondhpc.gateway.transfer;

import java.time.Instant;
import java.util.List;
import org.diamondhpc.gateway.transfer.domain.TransferState;
import org.diamondhpc.schemas.event.TransferEvent;
import org.diamondhpc.schemas.id.SessionId;
import org.diamondhpc.schemas.id.TransferId;
import org.diamondhpc.schemas.reason.Problem;
import org.diamondhpc.schemas.task.Leg;

/**
 * All that is known of a transfer.
 *
 * @param version counts changes; the ETag
 * @param move whether what has arrived is then deleted at its source
 * @param mover how, for example {@code globus}
 * @param why this mover and no other; absent where there was nothing to choose from
 * @param status how the mover itself calls its state, for example {@code Queued}
 * @param faults errors that the mover got over
 * @param files how many were asked for
 * @param bytesPerSecond lately; once it has ended, over all
 * @param expectedEnd at that rate; absent where nobody can say
 * @param legs what went between which ends, how, and why so
 * @param notes what is different from the source, in words
 * @param done what arrived, once it has ended
 * @param lost what did not arrive for a reason of its own, once it has ended
 */
public record TransferView(TransferId id, TransferState state, SessionId session, int version, List<Item> items,
        boolean move, boolean cancelRequested, String mover, String why, String status, Integer faults, int files,
        int filesDone, long bytesDone, Long bytesTotal, Long bytesPerSecond, Instant expectedEnd, List<Leg> legs,
        List<String> notes, List<TransferEvent.Done> done, List<TransferEvent.Lost> lost, Problem problem, Instant retryAt, Instant createdAt, Instant changedAt,
        Instant endedAt) {
    /** One file, as it was asked for. */
    public record Item(String from, String to) {
    }

    static String text(TransferEvent.Item item) {
        return item.to().site() == null ? item.logical() : item.to().site() + ":" + item.to().path();
    }
}
