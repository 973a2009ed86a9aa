package org.diamondhpc.gateway.agent.domain;

/** How a turn stands. */
public enum TurnState {
    /** The model is being asked, or its calls are carried out. */
    RUNNING,
    /** It sleeps until a wake comes; nothing is held meanwhile. */
    PARKED,
    /** The model has answered. */
    ANSWERED,
    FAILED,
    CANCELLED;

    public boolean over() {
        return this == ANSWERED || this == FAILED || this == CANCELLED;
    }
}
