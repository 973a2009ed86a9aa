package org.diamondhpc.globus.simulator.task;

/** The task has ended while it was worked on: cancelled, expired, or the simulator closes. */
public final class Ended extends Exception {
    private static final long serialVersionUID = 1;

    Ended() {
        super("the task has ended", null, false, false);
    }
}
