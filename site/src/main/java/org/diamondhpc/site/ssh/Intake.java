package org.diamondhpc.site.ssh;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Bytes between the thread of a connection, which writes, and the reader of one of its channels. Writing never waits,
 * since all channels of a connection share its thread; the channel's window bounds what can lie here.
 */
final class Intake extends OutputStream {
    private static final int FIRST_ROOM = 8 << 10;
    /** Who asks for so much at once moves much: to be woken for each packet would cost more than the packet. */
    private static final int BULK = 64 << 10;
    private static final long GATHER_NANOS = TimeUnit.MICROSECONDS.toNanos(500);

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private byte[] ring = new byte[FIRST_ROOM];
    private int start;
    private int waiting;
    /** How many must wait before the reader is woken. */
    private int wanted = 1;
    private boolean over;

    @Override
    public void write(int b) {
        write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) {
        lock.lock();
        try {
            makeRoom(waiting + length);
            int at = (start + waiting) & (ring.length - 1);
            int straight = Math.min(length, ring.length - at);
            System.arraycopy(bytes, offset, ring, at, straight);
            System.arraycopy(bytes, offset + straight, ring, 0, length - straight);
            waiting += length;
            if (waiting >= wanted) {
                changed.signal();
            }
        } finally {
            lock.unlock();
        }
    }

    /** No more will come. */
    @Override
    public void close() {
        lock.lock();
        try {
            over = true;
            changed.signal();
        } finally {
            lock.unlock();
        }
    }

    /** How many were written and not yet read. */
    int waiting() {
        lock.lock();
        try {
            return waiting;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Waits for bytes and takes them; who asks for many waits a moment longer for more.
     *
     * @param length 1 or more
     * @return how many; -1 where no more will come
     */
    int take(byte[] into, int offset, int length) throws IOException {
        lock.lock();
        try {
            await(length);
            int n = Math.min(length, waiting);
            int straight = Math.min(n, ring.length - start);
            System.arraycopy(ring, start, into, offset, straight);
            System.arraycopy(ring, 0, into, offset + straight, n - straight);
            start = (start + n) & (ring.length - 1);
            waiting -= n;
            return n == 0 ? -1 : n;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while waiting for output");
        } finally {
            lock.unlock();
        }
    }

    private void await(int length) throws InterruptedException {
        if (length >= BULK && waiting < BULK && !over) {
            wanted = BULK;
            for (long left = GATHER_NANOS; left > 0 && waiting < BULK && !over;) {
                left = changed.awaitNanos(left);
            }
        }
        wanted = 1;
        while (waiting == 0 && !over) {
            changed.await();
        }
    }

    private void makeRoom(int bytes) {
        if (bytes <= ring.length) {
            return;
        }
        // A power of two, so that an index wraps around by a mask.
        byte[] larger = new byte[Integer.highestOneBit(bytes - 1) << 1];
        int straight = Math.min(waiting, ring.length - start);
        System.arraycopy(ring, start, larger, 0, straight);
        System.arraycopy(ring, 0, larger, straight, waiting - straight);
        ring = larger;
        start = 0;
    }
}
