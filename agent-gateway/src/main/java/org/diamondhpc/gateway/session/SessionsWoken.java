package org.diamondhpc.gateway.session;

import java.util.Set;
import org.diamondhpc.schemas.id.SessionId;

/** These have new wakes; told in the transaction that writes them. */
public record SessionsWoken(Set<SessionId> sessions) {
    public SessionsWoken {
        sessions = Set.copyOf(sessions);
    }
}
