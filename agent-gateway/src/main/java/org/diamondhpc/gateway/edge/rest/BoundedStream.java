package org.diamondhpc.gateway.edge.rest;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** At most so many bytes of a stream. */
final class BoundedStream extends FilterInputStream {
    private long left;

    BoundedStream(InputStream in, long length) {
        super(in);
        this.left = length;
    }

    @Override
    public int read() throws IOException {
        if (left <= 0) {
            return -1;
        }
        int one = super.read();
        left -= one < 0 ? 0 : 1;
        return one;
    }

    @Override
    public int read(byte[] buffer, int offset, int length) throws IOException {
        if (left <= 0) {
            return -1;
        }
        int count = super.read(buffer, offset, (int) Math.min(length, left));
        left -= Math.max(0, count);
        return count;
    }

    @Override
    public long skip(long count) throws IOException {
        long skipped = super.skip(Math.min(count, left));
        left -= skipped;
        return skipped;
    }

    @Override
    public int available() throws IOException {
        return (int) Math.min(super.available(), left);
    }

    @Override
    public boolean markSupported() {
        return false;
    }
}
