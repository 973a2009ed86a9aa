package org.diamondhpc.gateway.transfer.domain;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.diamondhpc.schemas.Absent;
import org.diamondhpc.schemas.event.TransferEvent;
import org.diamondhpc.schemas.event.TransferEvent.Done;
import org.diamondhpc.schemas.event.TransferEvent.Lost;
import org.diamondhpc.schemas.reason.Problem;
import org.diamondhpc.schemas.task.Leg;

/**
 * Where a transfer is, from its events so far.
 *
 * @param why this mover and no other; absent where there was nothing to choose from
 * @param status how the mover itself calls its state
 * @param faults errors that the mover got over
 * @param bytesTotal absent: not known yet
 * @param pace absent where nothing moves
 * @param legs what went between which ends, how, and why so
 * @param notes what is different from the source, in words
 * @param done what arrived, once it has ended
 * @param lost what did not arrive for a reason of its own, once it has ended
 * @param problem what is in the way, or why it failed
 * @param retryAt when Diamond tries again by itself
 */
public record TransferLife(TransferState state, boolean cancelRequested, String mover, String why, String status,
        Integer faults, int filesDone, int filesTotal, long bytesDone, Long bytesTotal, Pace pace, List<Leg> legs,
        List<String> notes, List<Done> done, List<Lost> lost, Problem problem, Instant retryAt, Instant endedAt) {
    public TransferLife {
        legs = Absent.list(legs);
        notes = Absent.list(notes);
        done = Absent.list(done);
        lost = Absent.list(lost);
    }

    public static TransferLife requested(int files, Instant at) {
        return new TransferLife(TransferState.REQUESTED, false, null, null, null, null, 0, files, 0, null, Pace.begin(at),
                null, null, null, null, null, null, null);
    }

    public TransferLife cancelAsked() {
        return new TransferLife(state, true, mover, why, status, faults, filesDone, filesTotal, bytesDone, bytesTotal,
                pace, legs, notes, done, lost, problem, retryAt, endedAt);
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
                    e.mover(), e.why() == null && e.mover().equals(mover) ? why : e.why(), e.status(),
                    e.faults() == null ? faults : e.faults(), e.filesDone(), e.filesTotal(), e.bytesDone(),
                    e.bytesTotal(), Pace.seen(pace, e.bytesDone(), at), e.legs().isEmpty() ? legs : e.legs(), notes, done,
                    lost, null, null, null);
            case TransferEvent.TransferStalled e -> new TransferLife(TransferState.STALLED, cancelRequested, mover, why,
                    status, faults, filesDone, filesTotal, bytesDone, bytesTotal, null, legs, notes, done, lost,
                    e.problem(), e.retryAt(), null);
            case TransferEvent.TransferFinished e -> new TransferLife(TransferState.SUCCEEDED, cancelRequested,
                    e.mover(), why, null, faults, e.done().size(), e.done().size(), e.bytes(), e.bytes(), whole(e.legs(), at),
                    e.legs(), e.notes(), e.done(), null, null, null, at);
            case TransferEvent.TransferFailed e -> new TransferLife(TransferState.FAILED, cancelRequested, mover, why, null,
                    faults, e.done().size(), filesTotal, bytesDone, bytesTotal, whole(e.legs(), at), e.legs(), e.notes(),
                    e.done(), e.lost(), e.problem(), null, at);
            case TransferEvent.TransferCancelled e -> new TransferLife(TransferState.CANCELLED, cancelRequested, mover,
                    why, null, faults, e.done().size(), filesTotal, bytesDone, bytesTotal, whole(e.legs(), at), e.legs(),
                    notes, e.done(), null, null, null, at);
        };
    }

    /** What it came to over all, waiting in a mover's queue included. */
    private static Pace whole(List<Leg> legs, Instant at) {
        long bytes = legs.stream().mapToLong(Leg::bytes).sum();
        long millis = legs.stream().map(Leg::took).mapToLong(Duration::toMillis).sum();
        return bytes == 0 || millis == 0 ? null : new Pace(Math.round(bytes * 1000.0 / millis), bytes, at);
    }
}
