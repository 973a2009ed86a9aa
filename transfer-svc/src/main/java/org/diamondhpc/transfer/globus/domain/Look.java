package org.diamondhpc.transfer.globus.domain;

import java.time.Instant;

/**
 * What a task showed at a look.
 *
 * @param status in Globus's own word, {@code OK}, {@code Queued}, {@code PERMISSION_DENIED}, …
 * @param movedAt when bytes or files were last seen to increase
 */
public record Look(long bytes, long files, long faults, String status, Instant movedAt) {
    public static Look none(Instant now) {
        return new Look(0, 0, 0, null, now);
    }
}
