package org.diamondhpc.gateway.skill.handler;

import java.time.Instant;
import java.util.List;
import org.diamondhpc.gateway.skill.Cut;
import org.diamondhpc.gateway.transfer.TransferView;
import org.diamondhpc.schemas.event.TransferEvent;
import org.diamondhpc.schemas.id.SiteId;
import org.diamondhpc.schemas.id.TransferId;
import org.diamondhpc.schemas.reason.Problem;
import org.diamondhpc.schemas.reason.Reason;
import org.diamondhpc.schemas.task.Leg;

/** A transfer in an answer. */
record TransferBrief(TransferId id, String state, boolean move, String mover, String why, String status, Integer faults,
        int files, int filesDone, long bytesDone, Long bytesTotal, Long bytesPerSecond, Instant expectedEnd,
        List<LegBrief> legs, List<String> notes, List<LostBrief> lost, Reason reason, String detail, String whatToDo, Instant createdAt, Instant endedAt) {
    private static final int MAX_TEXT = 500;
    private static final int MOST = 10;

    /** What went from one end to another; absent ends are Diamond's own store. */
    record LegBrief(SiteId from, SiteId to, String mover, String why, int files, long bytes, Long seconds) {
        static LegBrief of(Leg leg) {
            return new LegBrief(leg.from(), leg.to(), leg.mover(), Cut.to(leg.why(), MAX_TEXT), leg.files(), leg.bytes(),
                    Words.seconds(leg.took()));
        }
    }

    /** A file that did not arrive. */
    record LostBrief(String from, Reason reason, String detail) {
        static LostBrief of(TransferEvent.Lost lost) {
            return new LostBrief(lost.from(), lost.problem().reason(), Cut.to(lost.problem().detail(), MAX_TEXT));
        }
    }

    static TransferBrief of(TransferView t) {
        Problem p = t.problem();
        return new TransferBrief(t.id(), t.state().name(), t.move(), t.mover(), Cut.to(t.why(), MAX_TEXT), t.status(), t.faults(),
                t.files(), t.filesDone(), t.bytesDone(), t.bytesTotal(), t.bytesPerSecond(), t.expectedEnd(),
                t.legs().stream().limit(MOST).map(LegBrief::of).toList(),
                t.notes().stream().limit(MOST).map(n -> Cut.to(n, MAX_TEXT)).toList(),
                t.lost().stream().limit(MOST).map(LostBrief::of).toList(),
                p == null ? null : p.reason(), p == null ? null : Cut.to(p.detail(), MAX_TEXT),
                p == null ? null : p.whatToDo(), t.createdAt(), t.endedAt());
    }
}
