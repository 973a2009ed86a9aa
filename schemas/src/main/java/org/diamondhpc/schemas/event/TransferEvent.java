package org.diamondhpc.schemas.event;

import java.time.Instant;
import java.util.List;
import org.diamondhpc.schemas.Absent;
import org.diamondhpc.schemas.Topics;
import org.diamondhpc.schemas.id.SessionId;
import org.diamondhpc.schemas.id.TenantId;
import org.diamondhpc.schemas.id.TransferId;
import org.diamondhpc.schemas.reason.Problem;
import org.diamondhpc.schemas.task.Leg;
import org.diamondhpc.schemas.task.Replica;

/** The life of a transfer that an agent asked for, on {@link Topics#TRANSFER_EVENTS}. */
public sealed interface TransferEvent extends Event {
    TransferId transfer();

    TenantId tenant();

    @Override
    default Topics topic() {
        return Topics.TRANSFER_EVENTS;
    }

    @Override
    default String subject() {
        return transfer().value();
    }

    /**
     * One file to move.
     *
     * @param from as asked for, for people
     * @param sources where copies lie
     * @param to the target, {@code site} absent meaning Diamond's own store
     * @param logical the workspace path the copy is catalogued under; absent: it is not catalogued
     * @param sha256 what it must be; absent: not known
     */
    record Item(String from, List<Replica> sources, Replica to, String logical, Long size, String sha256) {
        public Item {
            sources = Absent.list(sources);
        }
    }

    /**
     * By agent-gateway: asked for.
     *
     * @param move whether what has arrived is then deleted at its source; absent: it stays
     */
    record TransferRequested(TransferId transfer, TenantId tenant, SessionId session, List<Item> items,
            Instant requestedAt, Boolean move) implements TransferEvent {
        public TransferRequested {
            items = Absent.list(items);
        }
    }

    /**
     * By transfer-svc: bytes move.
     *
     * @param faults errors that the mover got over so far; absent where it does not count them
     * @param status how the mover itself calls its state, for example {@code Queued}; absent where it has no word
     * @param why this mover and no other, in words; absent where there was nothing to choose from
     * @param legs what has gone so far
     */
    record TransferProgressed(TransferId transfer, TenantId tenant, String mover, int filesDone, int filesTotal,
            long bytesDone, Long bytesTotal, Integer faults, String status, String why, List<Leg> legs)
            implements TransferEvent {
        public TransferProgressed {
            legs = Absent.list(legs);
        }
    }

    /** By transfer-svc: cannot go on by itself now; tried again. */
    record TransferStalled(TransferId transfer, TenantId tenant, Problem problem, Instant retryAt)
            implements TransferEvent {
    }

    /**
     * By transfer-svc: all there, checksums equal at both ends.
     *
     * @param legs which pairs of ends the bytes went between, and how long that took
     * @param notes what is different from the source, in words: for example links that were left out
     */
    record TransferFinished(TransferId transfer, TenantId tenant, String mover, List<Done> done, long bytes,
            Instant finishedAt, List<Leg> legs, List<String> notes) implements TransferEvent {
        public TransferFinished {
            done = Absent.list(done);
            legs = Absent.list(legs);
            notes = Absent.list(notes);
        }
    }

    /** One file that arrived. */
    record Done(String from, Replica to, String logical, long size, String sha256) {
    }

    /** One file that did not arrive, and why. */
    record Lost(String from, Problem problem) {
    }

    /**
     * By transfer-svc: not all of it arrived, and the rest is given up.
     *
     * @param lost what did not arrive for a reason of its own; the other files were moved all the same
     */
    record TransferFailed(TransferId transfer, TenantId tenant, Problem problem, List<Done> done, List<Leg> legs,
            List<String> notes, List<Lost> lost) implements TransferEvent {
        public TransferFailed {
            done = Absent.list(done);
            legs = Absent.list(legs);
            notes = Absent.list(notes);
            lost = Absent.list(lost);
        }
    }

    /** By agent-gateway: somebody wants it stopped. */
    record TransferCancelRequested(TransferId transfer, TenantId tenant, String by) implements TransferEvent {
    }

    /** By transfer-svc: stopped; what had arrived stays. */
    record TransferCancelled(TransferId transfer, TenantId tenant, List<Done> done, List<Leg> legs)
            implements TransferEvent {
        public TransferCancelled {
            done = Absent.list(done);
            legs = Absent.list(legs);
        }
    }
}
