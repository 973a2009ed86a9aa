package org.diamondhpc.gateway.wake.domain;

/** Why an agent is woken. */
public enum WakeReason {
    /** What it waited for has happened. */
    FULFILLED,
    /** The time is up; some of it has not happened. */
    DEADLINE
}
