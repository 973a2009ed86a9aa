package org.diamondhpc.globus.simulator.model;

import java.util.Locale;

/** Codes of a task's events: its life, and the errors that users report. */
public enum EventCode {
    STARTED(false), PROGRESS(false), SUCCEEDED(false), EXPIRED(true), CANCELED(true), SKIPPED_ERRORS(false),
    PAUSED(false), UNPAUSED(false),

    AUTH(true), CONNECT_FAILED(true), CONNECTION_BROKEN(true), CONNECTION_RESET(true), ENDPOINT_ERROR(true),
    ENDPOINT_TOO_BUSY(true), FILE_NOT_FOUND(true), FILE_SIZE_CHANGED(true), GC_NOT_CONNECTED(true), GC_PAUSED(true),
    NO_APPEND_FILESYSTEM(true), PERMISSION_DENIED(true), QUOTA_EXCEEDED(true), TIMEOUT(true), UNKNOWN(true),
    VERIFY_CHECKSUM(true);

    private final boolean error;

    EventCode(boolean error) {
        this.error = error;
    }

    public boolean error() {
        return error;
    }

    /** In words, as in {@code "file not found"}. */
    public String description() {
        return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}
