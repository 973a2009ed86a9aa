package org.diamondhpc.gateway.edge.grpc;

import com.google.protobuf.ByteString;
import java.io.IOException;
import java.io.InputStream;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** Chunks that one thread adds, as a stream that another one reads. */
final class ChunkStream extends InputStream {
    private static final long LOOK_EVERY_MS = 200;
    private static final ByteString END = ByteString.copyFromUtf8("the end");

    private final BlockingQueue<ByteString> waiting = new LinkedBlockingQueue<>();
    private final Runnable taken;
    private volatile Throwable cut;
    private volatile boolean closed;
    private InputStream current = InputStream.nullInputStream();

    /** @param taken told of each chunk that the reader took, so that another may be added */
    ChunkStream(Runnable taken) {
        this.taken = taken;
    }

    /** Never waits; what nobody reads any more is dropped. */
    void add(ByteString chunk) {
        if (!closed) {
            waiting.add(chunk);
        }
    }

    /** No more will come. */
    void end() {
        add(END);
    }

    /** No more will come, and what came is not the whole. */
    void cut(Throwable cause) {
        cut = cause;
    }

    boolean wasCut() {
        return cut != null;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] into, int at, int length) throws IOException {
        int n = current.read(into, at, length);
        while (n < 0) {
            ByteString next = next();
            if (next == null) {
                return -1;
            }
            current = next.newInput();
            n = current.read(into, at, length);
        }
        return n;
    }

    @Override
    public void close() {
        closed = true;
        waiting.clear();
    }

    /** Null at the end. */
    private ByteString next() throws IOException {
        try {
            ByteString chunk = null;
            while (chunk == null && cut == null) {
                chunk = waiting.poll(LOOK_EVERY_MS, TimeUnit.MILLISECONDS);
            }
            if (cut != null) {
                throw new IOException("the upload was cut", cut);
            }
            if (chunk == END) {
                waiting.add(END); // also for who reads once more
                return null;
            }
            taken.run();
            return chunk;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }
}
