package org.diamondhpc.transfer.work;

import java.util.List;
import org.diamondhpc.schemas.Absent;
import org.diamondhpc.transfer.globus.domain.Consignment.Line;

/**
 * What somebody else brought into a workshop at the target: each wish under its number.
 *
 * @param mover who brought it
 * @param compared whether the mover itself compared both ends byte for byte
 * @param excluded names that were left out of folders
 * @param links what became of links inside folders, in words; null where they are there as links
 */
record Delivery(String mover, String workshop, List<Line> lines, boolean compared, List<String> excluded, String links) {
    Delivery {
        lines = Absent.list(lines);
        excluded = Absent.list(excluded);
    }
}
