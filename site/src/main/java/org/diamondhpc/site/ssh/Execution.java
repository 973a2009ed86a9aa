package org.diamondhpc.site.ssh;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.apache.sshd.client.channel.ChannelExec;
import org.apache.sshd.common.SshConstants;
import org.apache.sshd.common.util.buffer.Buffer;
import org.diamondhpc.schemas.reason.Reason;
import org.diamondhpc.site.session.CommandResult;
import org.diamondhpc.site.session.RemoteCommand;
import org.diamondhpc.site.session.SiteException;
import org.diamondhpc.site.session.SiteText;
import org.diamondhpc.site.ssh.Channels.Opened;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One running command: its channel, its two framed outputs, its deadline. Gives its channel back once it is closed. */
final class Execution {
    private static final Logger LOG = LoggerFactory.getLogger(Execution.class);
    private static final int NOISE_SHOWN = 500;

    private final RemoteCommand command;
    private final long began = System.nanoTime();
    private final CountDownLatch over = new CountDownLatch(1);
    private final CappedOutput stderr;
    private final CappedOutput noise = new CappedOutput(NOISE_SHOWN);
    private final FrameReader out;
    private final FrameReader err;
    private ChannelExec channel;
    private ScheduledFuture<?> alarm;
    private volatile boolean late;

    Execution(RemoteCommand command, CommandFrame frame, OutputStream stdout) {
        this.command = command;
        this.stderr = new CappedOutput(command.outputCap());
        this.out = new FrameReader(frame, stdout, this::ended);
        this.err = new FrameReader(frame, stderr, this::ended);
    }

    FrameReader out() {
        return out;
    }

    /** stderr, and what comes there before the program starts, which explains a login that cannot run anything. */
    OutputStream err() {
        return new OutputStream() {
            @Override
            public void write(int b) throws IOException {
                write(new byte[] {(byte) b}, 0, 1);
            }

            @Override
            public void write(byte[] bytes, int offset, int length) throws IOException {
                if (!err.started()) {
                    noise.write(bytes, offset, length);
                }
                err.write(bytes, offset, length);
            }
        };
    }

    void started(Opened<? extends ChannelExec> opened, ScheduledExecutorService timer) {
        channel = opened.channel();
        channel.addCloseFutureListener(closed -> {
            opened.lease().close();
            over.countDown();
        });
        alarm = timer.schedule(this::expire, remaining().toMillis(), TimeUnit.MILLISECONDS);
    }

    ChannelExec channel() {
        return channel;
    }

    Duration remaining() {
        return command.timeout().minusNanos(System.nanoTime() - began);
    }

    private void ended() {
        if (out.ended() && err.ended()) {
            over.countDown();
        }
    }

    /** Sends the program and its stdin; a site that no longer reads is found out by {@link #await}. */
    void send(byte[] request, InputStream stdin) {
        try (OutputStream to = channel.getInvertedIn()) {
            to.write(request);
            byte[] chunk = new byte[32 << 10];
            for (int n = stdin.read(chunk); n >= 0 && over.getCount() > 0; n = stdin.read(chunk)) {
                to.write(chunk, 0, n);
            }
        } catch (IOException e) {
            if (over.getCount() > 0 && channel.isOpen() && !late) {
                close();
                throw SiteException.of(Reason.SITE_CONNECTION_LOST, "sending input failed: " + e.getMessage(), e);
            }
        }
    }

    /** Sends the program; its stdin stays open for the caller. */
    void begin(byte[] request) {
        try {
            OutputStream to = channel.getInvertedIn();
            to.write(request);
            to.flush();
        } catch (IOException e) {
            close();
            throw SiteException.of(Reason.SITE_CONNECTION_LOST, "sending the command failed: " + e.getMessage(), e);
        }
    }

    /** Waits until both outputs ended or the channel closed. */
    void await() {
        try {
            over.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw SiteException.of(Reason.SITE_TIMEOUT, "interrupted while the command ran", e);
        } finally {
            close();
        }
    }

    CommandResult result(byte[] stdout, boolean truncated) {
        Duration took = Duration.ofNanos(System.nanoTime() - began);
        if (out.ended()) {
            return new CommandResult(out.status(), stdout, stderr.bytes(), took, truncated || stderr.truncated());
        }
        throw failure(took);
    }

    SiteException failure(Duration took) {
        if (late) {
            return SiteException.of(Reason.SITE_TIMEOUT, "the command did not end within " + command.timeout());
        }
        Integer exit = channel.getExitStatus();
        if (!out.started() && !err.started() && exit != null) {
            return SiteException.of(Reason.SITE_MISCONFIGURED,
                    "the login cannot run commands (exit %d): %s".formatted(exit,
                            SiteText.display(SiteText.decode(noise.bytes())).strip()),
                    "Check the login's shell at the site (`ssh SITE true`), and the profile's prologue.");
        }
        String signal = channel.getExitSignal();
        return SiteException.of(Reason.SITE_CONNECTION_LOST, exit == null && signal == null
                ? "the connection was cut after %d ms of the command".formatted(took.toMillis())
                : "the command's shell was ended at the site (%s)".formatted(signal != null ? signal : "exit " + exit));
    }

    /** Ends the command at the site as far as SSH can: OpenSSH signals the whole process group (RFC 4254, 6.9). */
    private void expire() {
        late = true;
        try {
            Buffer signal = channel.getSession().createBuffer(SshConstants.SSH_MSG_CHANNEL_REQUEST);
            signal.putUInt(channel.getRecipient());
            signal.putString("signal");
            signal.putBoolean(false);
            signal.putString("TERM");
            channel.writePacket(signal);
        } catch (IOException e) {
            LOG.debug("The site could not be told to end a command", e);
        }
        over.countDown();
        channel.close(false);
    }

    /** Tells the site that the channel is over; only a graceful close does, and the lease waits for its answer. */
    void close() {
        if (alarm != null) {
            alarm.cancel(false);
        }
        channel.close(false);
    }
}
