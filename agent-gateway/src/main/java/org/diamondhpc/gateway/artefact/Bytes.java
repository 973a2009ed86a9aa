package org.diamondhpc.gateway.artefact;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/**
 * A file read by pieces. What lies behind its end is read as nothing, so that a file cut short tells less instead of
 * failing.
 */
final class Bytes {
    /** More of one piece is no header. */
    private static final int MOST = 1 << 20;

    private final Opener opener;
    private final long size;
    private ByteOrder order = ByteOrder.LITTLE_ENDIAN;

    /** The file from its start. */
    interface Opener {
        InputStream open() throws IOException;
    }

    Bytes(Opener opener, long size) {
        this.opener = opener;
        this.size = size;
    }

    long size() {
        return size;
    }

    void order(ByteOrder bytes) {
        order = bytes;
    }

    /** At most {@code length} bytes; empty where the file does not reach there. */
    ByteBuffer at(long offset, long length) throws IOException {
        if (offset < 0 || offset >= size || length <= 0) {
            return ByteBuffer.allocate(0).order(order);
        }
        try (InputStream in = opener.open()) {
            in.skipNBytes(offset);
            return ByteBuffer.wrap(in.readNBytes((int) Math.min(MOST, length))).order(order);
        }
    }

    /** A text that ends with a zero byte. */
    String text(long offset) throws IOException {
        byte[] bytes = at(offset, 512).array();
        int end = 0;
        while (end < bytes.length && bytes[end] != 0) {
            end++;
        }
        return new String(bytes, 0, end, StandardCharsets.UTF_8);
    }
}
