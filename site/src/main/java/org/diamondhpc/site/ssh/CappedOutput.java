package org.diamondhpc.site.ssh;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;

/** Keeps the first bytes up to a cap and counts the rest. */
final class CappedOutput extends OutputStream {
    private final ByteArrayOutputStream kept = new ByteArrayOutputStream();
    private final int cap;
    private boolean truncated;

    CappedOutput(int cap) {
        this.cap = cap;
    }

    @Override
    public synchronized void write(int b) {
        write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public synchronized void write(byte[] bytes, int offset, int length) {
        int room = Math.min(length, cap - kept.size());
        kept.write(bytes, offset, room);
        truncated |= room < length;
    }

    synchronized byte[] bytes() {
        return kept.toByteArray();
    }

    synchronized boolean truncated() {
        return truncated;
    }
}
