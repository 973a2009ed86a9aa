package org.diamondhpc.gateway.wake;

import java.time.Instant;
import java.util.List;
import org.diamondhpc.gateway.wake.domain.Condition;
import org.diamondhpc.schemas.id.SessionId;
import org.diamondhpc.schemas.id.WaitId;

/**
 * A wait.
 *
 * @param open what has not happened yet
 * @param met what has happened
 * @param wake the number of the wake that ended it
 */
public record WaitView(WaitId id, SessionId session, State state, Condition.Mode mode, List<Condition.Item> open,
        List<Condition.Item> met, Instant deadline, String note, Long wake, Instant createdAt) {
    /** How a wait stands. */
    public enum State {
        OPEN, FULFILLED, EXPIRED, CANCELLED
    }
}
