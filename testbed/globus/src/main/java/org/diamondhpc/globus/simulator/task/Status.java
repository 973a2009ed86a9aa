package org.diamondhpc.globus.simulator.task;

/** INACTIVE means expired credentials and nothing else. */
public enum Status {
    ACTIVE, INACTIVE, SUCCEEDED, FAILED;

    public boolean ended() {
        return this == SUCCEEDED || this == FAILED;
    }
}
