package org.diamondhpc.transfer.globus;

import java.time.Duration;

/**
 * The row of an identity; it is never done, since whoever gives a consignment only hastens it.
 *
 * @param pace the last pause after trouble of Globus; null while it answers
 */
public record WatchWork(String identity, Duration pace) {
    public static final String KIND = "globus";

    String lane() {
        return "globus/" + identity;
    }
}
