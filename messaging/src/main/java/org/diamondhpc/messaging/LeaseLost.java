package org.diamondhpc.messaging;

/** The row was cancelled, or its lease ran out and another worker has it: what was to be written was rolled back. */
public class LeaseLost extends RuntimeException {
    public LeaseLost(String kind, String key) {
        super("The lease on " + kind + " " + key + " is lost; nothing was written");
    }
}
