package org.diamondhpc.globus.simulator.storage;

import java.time.Instant;
import java.util.Optional;

/**
 * A file as listings show it. Of a symbolic link, what it points at, with the link's own beside it.
 *
 * @param type file, dir, invalid_symlink, chr, blk, pipe or other
 * @param permissions four octal digits
 * @param key device and number on this machine: the same for two names of one file, whatever collections show them
 */
public record Entry(String name, String type, long size, Instant lastModified, String permissions, String user,
        String group, String key, Optional<Link> link) {
    public record Link(String target, long size, Instant lastModified, String user, String group) { }

    public boolean symlink() {
        return link.isPresent();
    }

    public boolean directory() {
        return type.equals("dir");
    }
}
