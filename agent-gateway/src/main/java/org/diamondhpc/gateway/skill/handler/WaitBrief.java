package org.diamondhpc.gateway.skill.handler;

import java.time.Instant;
import org.diamondhpc.gateway.wake.WaitView;
import org.diamondhpc.schemas.id.WaitId;

/** A wait in an answer. */
record WaitBrief(WaitId id, WaitView.State state, int open, int met, Instant deadline, String note, Long wake) {
    static WaitBrief of(WaitView w) {
        return new WaitBrief(w.id(), w.state(), w.open().size(), w.met().size(), w.deadline(), w.note(), w.wake());
    }
}
