package org.diamondhpc.schemas.task;

import java.time.Duration;
import java.util.List;
import org.diamondhpc.schemas.Absent;

/**
 * The inputs as they now lie at the site.
 *
 * @param files each file that was placed
 * @param bytes moved over the network; what was at the site already does not count
 * @param took from the first look to the last checksum
 * @param mover how they were moved, for example {@code sftp} or {@code none}
 * @param legs which pairs of ends the bytes went between, and how long that took
 * @param notes what is different from the source, in words: for example links that were left out
 */
public record Staging(List<StagedFile> files, long bytes, Duration took, String mover, List<Leg> legs,
        List<String> notes) {
    public Staging {
        files = Absent.list(files);
        legs = Absent.list(legs);
        notes = Absent.list(notes);
    }

    public static Staging nothing() {
        return new Staging(List.of(), 0, Duration.ZERO, "none", null, null);
    }

    /** One input at its place; {@code path} is relative to the working directory, {@code moved} false if it was at the site. */
    public record StagedFile(String path, long size, String sha256, boolean moved) {
    }
}
