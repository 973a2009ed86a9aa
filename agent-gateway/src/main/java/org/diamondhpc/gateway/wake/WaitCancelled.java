package org.diamondhpc.gateway.wake;

import org.diamondhpc.schemas.id.SessionId;

/** A wait of the session was given up, and no wake comes of it; told in the transaction that gives it up. */
public record WaitCancelled(SessionId session) {
}
