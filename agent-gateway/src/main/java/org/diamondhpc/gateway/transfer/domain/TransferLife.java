package org.diamondhpc.gateway.transfer.domain;

import java.time.Instant;
import java.util.List;
import org.diamondhpc.schemas.Absent;
import org.diamondhpc.schemas.event.TransferEvent;
import org.diamondhpc.schemas.event.TransferEvent.Done;
import org.diamondhpc.schemas.reason.Problem;

/**
 * Where a transfer is, from its events so far.
 *
 * @param bytesTotal absent: not known yet
 * @param done what arrived, once it has ended
 * @param problem what is in the way, or why it failed
 * @param retryAt when Diamond tries again by itself
 */
public record TransferLife(TransferState state, boolean cancelRequested, String mover, int filesDone, int filesTotal,
        long bytesDone, Long bytesTotal, List<Done> done, Problem problem, Instant retryAt, Instant endedAt) {
    public TransferLife {
        done = Absent.list(done);
    }

    public static TransferLife requested(int files) {
        return new TransferLife(TransferState.REQUESTED, false, null, 0, files, 0, null, null, null, null, null);
    }

    public TransferLife cancelAsked() {
        return new TransferLife(state, true, mover, filesDone, filesTotal, bytesDone, bytesTotal, done, problem,
                retryAt, endedAt);
    }

    /** The same object where the event changes nothing. */
    public TransferLife on(TransferEvent event, Instant at) {
        if (state.ended()) {
            return this;
        }
        return switch (event) {
            case TransferEvent.TransferRequested e -> this;
            case TransferEvent.TransferCancelRequested e -> this;
            case TransferEvent.TransferProgressed e -> new TransferLife(TransferState.RUNNING, cancelRequested,
                    e.mover(), e.filesDone(), e.filesTotal(), e.bytesDone(), e.bytesTotal(), done, null, null, null);
            case TransferEvent.TransferStalled e -> new TransferLife(TransferState.STALLED, cancelRequested, mover,
                    filesDone, filesTotal, bytesDone, bytesTotal, done, e.problem(), e.retryAt(), null);
            case TransferEvent.TransferFinished e -> new TransferLife(TransferState.SUCCEEDED, cancelRequested,
                    e.mover(), e.done().size(), e.done().size(), e.bytes(), e.bytes(), e.done(), null, null, at);
            case TransferEvent.TransferFailed e -> new TransferLife(TransferState.FAILED, cancelRequested, mover,
                    e.done().size(), filesTotal, bytesDone, bytesTotal, e.done(), e.problem(), null, at);
            case TransferEvent.TransferCancelled e -> new TransferLife(TransferState.CANCELLED, cancelRequested,
                    mover, e.done().size(), filesTotal, bytesDone, bytesTotal, e.done(), null, null, at);
        };
    }
}
