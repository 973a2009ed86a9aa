package org.diamondhpc.transfer.work;

import java.io.InputStream;

/** Gives the contents of a parcel's files in their order. */
interface ParcelSource extends AutoCloseable {
    /**
     * The next file's content, to be read to its end before the next call.
     *
     * @throws PieceException where this one file is not what it was
     */
    InputStream next(Piece piece);

    /** All files were read: throws where the source says otherwise. */
    void finish();

    @Override
    void close();
}
