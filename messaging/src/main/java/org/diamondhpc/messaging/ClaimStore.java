package org.diamondhpc.messaging;

import java.io.IOException;
import java.io.InputStream;

/**
 * Bodies too large for an event, by content, in a folder all services share ({@code diamond.claims.dir}). The same
 * content is stored once; a claim is whole or absent, also after a power cut. Files are readable by their owner only.
 */
public interface ClaimStore {
    /**
     * Stores everything the stream yields and closes it; what is stored stays until {@link #delete}.
     *
     * @throws org.diamondhpc.schemas.reason.DiamondException {@code INVALID_TOO_LARGE} above
     *     {@code diamond.claims.max-size}, {@code TRANSFER_STORE_FULL} where the disk or
     *     {@code diamond.claims.quota} is full; nothing is left behind
     * @throws IOException where the stream cannot be read
     */
    ClaimRef put(InputStream content) throws IOException;

    /**
     * The content, from its start.
     *
     * @throws org.diamondhpc.schemas.reason.DiamondException {@code INVALID_NOT_FOUND} where it was deleted or never
     *     stored
     */
    InputStream open(ClaimRef ref) throws IOException;

    boolean exists(ClaimRef ref);

    /** Removes the content for everybody; false where it was not there. */
    boolean delete(ClaimRef ref) throws IOException;
}
