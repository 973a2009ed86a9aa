package org.diamondhpc.transfer.domain;

import java.util.List;
import org.diamondhpc.schemas.Absent;

/**
 * One file or folder that shall lie somewhere.
 *
 * @param label as it was asked for, for people
 * @param to absolute path at the target; null for Diamond's own store
 * @param tree whether it is a whole folder
 * @param size bytes; null where not known
 * @param sha256 what it must be; null where not known
 * @param sources where it can be had, the cheapest first
 */
public record Wish(String label, String to, boolean tree, boolean executable, Long size, String sha256,
        List<Source> sources) {
    public Wish {
        sources = Absent.list(sources);
    }

    public Wish withSources(List<Source> better) {
        return new Wish(label, to, tree, executable, size, sha256, better);
    }
}
