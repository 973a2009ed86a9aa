package org.diamondhpc.gateway.session;

/** Whether the agent works, sleeps or is done. */
public enum SessionState {
    OPEN,
    /** It waits for something; a wake makes it OPEN. */
    PARKED,
    CLOSED
}
