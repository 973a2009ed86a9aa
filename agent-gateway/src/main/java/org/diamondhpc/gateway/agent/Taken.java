package org.diamondhpc.gateway.agent;

import java.time.Instant;
import org.diamondhpc.gateway.agent.domain.Entry;
import org.diamondhpc.gateway.agent.domain.Turn;
import org.diamondhpc.gateway.policy.Caller;
import org.diamondhpc.gateway.session.SessionView;
import org.diamondhpc.schemas.id.SessionId;

/**
 * A turn in the hands of a worker.
 *
 * @param lastSeq the number of the conversation's last entry
 * @param saidSeq the number of the model's last answer, of which calls are named
 * @param saidAt when that was; null where it has not answered
 */
record Taken(SessionView session, int number, Caller caller, String model, Instant begunAt, Turn turn, int lastSeq,
        int saidSeq, Instant saidAt) {
    SessionId id() {
        return session.id();
    }

    Taken after(Entry entry, Instant at) {
        boolean said = entry instanceof Entry.Said;
        return new Taken(session, number, caller, model, begunAt, turn.after(entry), lastSeq + 1,
                said ? lastSeq + 1 : saidSeq, said ? at : saidAt);
    }

    Taken with(Turn now) {
        return new Taken(session, number, caller, model, begunAt, now, lastSeq, saidSeq, saidAt);
    }
}
