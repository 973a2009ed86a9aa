package org.diamondhpc.schemas.task;

import java.time.Duration;
import org.diamondhpc.schemas.id.SiteId;

/**
 * What went from one end to another.
 *
 * @param from absent: Diamond's own store
 * @param to absent: Diamond's own store
 * @param mover how, for example {@code sftp} or {@code globus}
 * @param took from the first look to the last checksum, waiting in the mover's own queue included
 * @param why this mover and no other, in words; absent where there was nothing to choose from
 */
public record Leg(SiteId from, SiteId to, String mover, int files, long bytes, Duration took, String why) {
    /** The same way once more. */
    public Leg plus(Leg more) {
        return new Leg(from, to, mover, files + more.files, bytes + more.bytes, took.plus(more.took),
                more.why == null ? why : more.why);
    }

    /** Whether both are the same way between the same ends. */
    public boolean alike(Leg other) {
        return java.util.Objects.equals(from, other.from) && java.util.Objects.equals(to, other.to)
                && mover.equals(other.mover);
    }
}
