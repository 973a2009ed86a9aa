package org.diamondhpc.schemas.task;

import org.diamondhpc.schemas.id.SiteId;

/**
 * One copy of a file.
 *
 * @param site where it lies; absent: in Diamond's own claim store
 * @param path absolute path at the site, or the claim's SHA-256 in the store
 */
public record Replica(SiteId site, String path) {
    public static Replica inStore(String sha256) {
        return new Replica(null, sha256);
    }

    public static Replica at(SiteId site, String path) {
        return new Replica(site, path);
    }
}
