package org.diamondhpc.site.session;

/** Hears how far a stream has come. Called often, by the moving thread. */
@FunctionalInterface
public interface Progress {
    Progress NONE = bytes -> { };

    /** @param bytes the file's offset now, the part moved earlier included */
    void at(long bytes);
}
