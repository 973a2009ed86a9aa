package org.diamondhpc.gateway.wake;

import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.diamondhpc.gateway.wake.domain.Alarm;
import org.diamondhpc.gateway.wake.domain.Condition;
import org.diamondhpc.schemas.id.SessionId;
import org.diamondhpc.schemas.id.WaitId;

/**
 * A wait.
 *
 * @param open what has not happened yet
 * @param met what has happened
 * @param attention alarms that wake besides
 * @param wake the number of the wake that ended it
 */
public record WaitView(WaitId id, SessionId session, State state, Condition.Mode mode, List<Condition.Item> open,
        List<Condition.Item> met, Set<Alarm> attention, Instant deadline, String note, Long wake, Instant createdAt) {
    /** How a wait stands. */
    public enum State {
        OPEN, FULFILLED,
        /** It cannot be fulfilled any more. */
        IMPOSSIBLE, EXPIRED, CANCELLED
    }
}
