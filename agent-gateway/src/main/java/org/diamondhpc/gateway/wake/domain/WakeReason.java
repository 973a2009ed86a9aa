package org.diamondhpc.gateway.wake.domain;

/** Why an agent is woken. */
public enum WakeReason {
    /** What it waited for has happened. */
    FULFILLED,
    /** What it waited for cannot happen any more. */
    IMPOSSIBLE,
    /** The time is up; some of it has not happened. */
    DEADLINE,
    /** Something may need a decision; the wait goes on. */
    ATTENTION
}
