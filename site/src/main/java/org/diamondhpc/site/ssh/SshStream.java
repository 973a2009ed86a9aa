package org.diamondhpc.site.ssh;

import java.io.ByteArrayOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.apache.sshd.client.channel.ChannelExec;
import org.diamondhpc.site.session.CommandResult;
import org.diamondhpc.site.session.RemoteStream;

/** A running command whose stdout is read as fast as its reader goes: the channel's window is the only buffer. */
final class SshStream implements RemoteStream {
    private final Execution execution;
    private final Payload payload;
    private final OutputStream stdin;

    /** @param passed what the execution's frame reader writes to */
    SshStream(Execution execution, Passed passed) {
        this.execution = execution;
        ChannelExec channel = execution.channel();
        this.payload = new Payload(channel.getInvertedOut(), passed, execution);
        this.stdin = new FilterOutputStream(channel.getInvertedIn()) {
            @Override
            public void write(byte[] bytes, int offset, int length) throws IOException {
                out.write(bytes, offset, length);
            }
        };
    }

    @Override
    public OutputStream stdin() {
        return stdin;
    }

    @Override
    public InputStream stdout() {
        return payload;
    }

    @Override
    public CommandResult await() {
        try {
            payload.transferTo(OutputStream.nullOutputStream());
        } catch (IOException e) {
            throw execution.failure(Duration.ZERO);
        }
        execution.await();
        return execution.result(new byte[0], false);
    }

    @Override
    public void close() {
        execution.close();
    }

    /** Bytes the frame reader let through and nobody has read yet. */
    static final class Passed extends ByteArrayOutputStream {
        private int read;

        int take(byte[] into, int offset, int length) {
            int n = Math.min(length, count - read);
            System.arraycopy(buf, read, into, offset, n);
            read += n;
            if (read == count) {
                read = 0;
                reset();
            }
            return n;
        }

        boolean isEmpty() {
            return read == count;
        }
    }

    private static final class Payload extends InputStream {
        /** Who asks for so much at once moves much: to be woken for each packet would cost more than the packet. */
        private static final int BULK = 64 << 10;
        private static final long GATHER_NANOS = 500_000;
        private final InputStream raw;
        private final Passed passed;
        private final Execution execution;
        private final byte[] chunk = new byte[128 << 10];

        Payload(InputStream raw, Passed passed, Execution execution) {
            this.raw = raw;
            this.passed = passed;
            this.execution = execution;
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
        }

        @Override
        public int read(byte[] into, int offset, int length) throws IOException {
            if (length == 0) {
                return 0;
            }
            while (passed.isEmpty()) {
                if (execution.out().ended()) {
                    return -1;
                }
                if (length >= BULK && raw.available() < BULK) {
                    LockSupport.parkNanos(GATHER_NANOS);
                }
                int n = raw.read(chunk, 0, chunk.length);
                if (n < 0) {
                    throw new IOException(execution.failure(Duration.ZERO));
                }
                execution.out().write(chunk, 0, n);
            }
            return passed.take(into, offset, length);
        }
    }
}
