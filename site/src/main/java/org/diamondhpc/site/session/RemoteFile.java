package org.diamondhpc.site.session;

import java.time.Instant;

/**
 * One entry of a folder, or one file.
 *
 * @param name the last part of the path; for entries that are not UTF-8 see {@link SiteText}
 * @param path absolute
 * @param kind of the entry itself: a symbolic link is LINK unless the call follows links
 * @param size bytes
 * @param permissions the nine permission bits and set-id bits
 */
public record RemoteFile(String name, String path, Kind kind, long size, Instant modified, int permissions, int uid,
        int gid) {
    public enum Kind { FILE, FOLDER, LINK, OTHER }

    /** False where the name holds bytes that are not UTF-8. */
    public boolean utf8() {
        return SiteText.isUtf8(name);
    }
}
