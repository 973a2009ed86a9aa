package org.diamondhpc.globus.simulator.task;

import org.diamondhpc.globus.simulator.model.EventCode;

/** How a running task does, in words. */
record NiceStatus(String code, String shortDescription, String details) {
    static final NiceStatus OK = new NiceStatus("OK", "OK", null);
    static final NiceStatus QUEUED = new NiceStatus("Queued", "Queued", null);

    static NiceStatus of(EventCode code, String details) {
        return new NiceStatus(code.name(), code.description(), details);
    }

    boolean ok() {
        return equals(OK) || equals(QUEUED);
    }
}
