package org.diamondhpc.site.ssh;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;
import org.diamondhpc.site.session.CommandResult;
import org.diamondhpc.site.session.RemoteStream;

/** A running command whose stdout is read as fast as its reader goes: the channel's window is the only buffer. */
final class SshStream implements RemoteStream {
    private final Execution execution;
    private final Payload payload;
    private final OutputStream stdin;

    /** @param intake what the execution's frame reader writes to */
    SshStream(Execution execution, HeldChannel channel, Intake intake) {
        this.execution = execution;
        this.payload = new Payload(intake, channel, execution);
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

    private static final class Payload extends InputStream {
        private final Intake intake;
        private final HeldChannel channel;
        private final Execution execution;

        Payload(Intake intake, HeldChannel channel, Execution execution) {
            this.intake = intake;
            this.channel = channel;
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
            int n = intake.take(into, offset, length);
            if (n >= 0) {
                channel.release();
            } else if (!execution.out().ended()) {
                throw new IOException(execution.failure(Duration.ZERO));
            }
            return n;
        }
    }
}
