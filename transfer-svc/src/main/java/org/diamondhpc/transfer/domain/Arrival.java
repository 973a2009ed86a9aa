package org.diamondhpc.transfer.domain;

import java.util.List;
import org.diamondhpc.schemas.Absent;

/**
 * A wish that is fulfilled.
 *
 * @param wish its number in the list of wishes
 * @param size bytes of all its files
 * @param sha256 of the one file; null for a folder
 * @param moved whether bytes went over the network
 * @param mover how, see {@code Mover.name}
 * @param inside for a folder: its files, at most {@link #MOST_NAMED}
 * @param files how many there are
 */
public record Arrival(int wish, long size, String sha256, boolean moved, String mover, List<Inside> inside,
        int files) {
    public static final int MOST_NAMED = 1000;

    public Arrival {
        inside = Absent.list(inside);
    }

    public static Arrival file(int wish, long size, String sha256, boolean moved, String mover) {
        return new Arrival(wish, size, sha256, moved, mover, null, 1);
    }

    public static Arrival tree(int wish, List<Inside> all, boolean moved, String mover) {
        return new Arrival(wish, all.stream().mapToLong(Inside::size).sum(), null, moved, mover,
                all.size() <= MOST_NAMED ? all : all.subList(0, MOST_NAMED), all.size());
    }

    /** @param relative below the folder */
    public record Inside(String relative, long size, String sha256) {
    }
}
