package org.diamondhpc.transfer.globus.api;

import java.time.OffsetDateTime;

/** One line of a task's event list. */
public record TaskHappening(String code, String description, String details, Boolean isError, OffsetDateTime time) {
    public boolean error() {
        return Boolean.TRUE.equals(isError);
    }
}
