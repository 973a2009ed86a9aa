package org.diamondhpc.transfer.work;

import org.diamondhpc.transfer.domain.Wish;

/**
 * One file, folder or link of a batch, on its way.
 *
 * @param number of the wish it belongs to
 * @param from real path at the source; null where that is the store
 * @param to absolute path at the target
 * @param size bytes; 0 for a folder or link
 * @param modified seconds since 1970
 * @param link where a link points; null otherwise
 * @param sha256 what it must be; null where not known
 */
record Piece(Kind kind, int number, String from, String to, long size, long modified, boolean executable,
        String link, String sha256) {
    enum Kind { FILE, FOLDER, LINK }

    static Piece file(int number, Wish wish, String from, long size, long modified) {
        return new Piece(Kind.FILE, number, from, wish.to(), size, modified, wish.executable(), null, wish.sha256());
    }

    boolean isFile() {
        return kind == Kind.FILE;
    }
}
