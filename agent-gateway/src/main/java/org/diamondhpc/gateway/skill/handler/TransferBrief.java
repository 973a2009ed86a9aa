package org.diamondhpc.gateway.skill.handler;

import java.time.Instant;
import org.diamondhpc.gateway.skill.Cut;
import org.diamondhpc.gateway.transfer.TransferView;
import org.diamondhpc.schemas.id.TransferId;
import org.diamondhpc.schemas.reason.Problem;
import org.diamondhpc.schemas.reason.Reason;

/** A transfer in an answer. */
record TransferBrief(TransferId id, String state, int files, int filesDone, long bytesDone, Long bytesTotal,
        Reason reason, String detail, String whatToDo, Instant createdAt, Instant endedAt) {
    private static final int MAX_TEXT = 500;

    static TransferBrief of(TransferView t) {
        Problem p = t.problem();
        return new TransferBrief(t.id(), t.state().name(), t.files(), t.filesDone(), t.bytesDone(), t.bytesTotal(),
                p == null ? null : p.reason(), p == null ? null : Cut.to(p.detail(), MAX_TEXT),
                p == null ? null : p.whatToDo(), t.createdAt(), t.endedAt());
    }
}
