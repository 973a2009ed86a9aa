package org.diamondhpc.site.broker;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.util.List;
import org.apache.sshd.client.channel.ChannelSession;
import org.apache.sshd.client.session.ClientSession;
import org.apache.sshd.common.SshConstants;
import org.apache.sshd.common.util.buffer.Buffer;
import org.apache.sshd.server.Environment;
import org.apache.sshd.server.ExitCallback;
import org.apache.sshd.server.Signal;
import org.apache.sshd.server.command.Command;
import org.diamondhpc.site.session.SiteException;
import org.diamondhpc.site.ssh.SharedLogins.Channels;
import org.diamondhpc.site.ssh.SharedLogins.Ticket;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One channel passed on as it is: bytes both ways, signals, exit status. An end without an exit status stays one, so a
 * cut connection upstream is a cut connection for whoever reads here.
 */
final class RelayCommand implements Command {
    private static final Logger LOG = LoggerFactory.getLogger(RelayCommand.class);
    private static final Duration WAIT = Duration.ofSeconds(30);
    private static final Duration OPEN = Duration.ofSeconds(10);

    private final Channels channels;
    private final Opening opening;
    private InputStream in;
    private OutputStream out;
    private OutputStream err;
    private ExitCallback callback;
    private volatile ChannelSession upstream;
    private volatile boolean destroyed;

    interface Opening {
        ChannelSession on(ClientSession session) throws IOException;
    }

    RelayCommand(Channels channels, Opening opening) {
        this.channels = channels;
        this.opening = opening;
    }

    @Override
    public void setInputStream(InputStream stream) {
        in = stream;
    }

    @Override
    public void setOutputStream(OutputStream stream) {
        out = stream;
    }

    @Override
    public void setErrorStream(OutputStream stream) {
        err = stream;
    }

    @Override
    public void setExitCallback(ExitCallback exit) {
        callback = exit;
    }

    @Override
    public void start(org.apache.sshd.server.channel.ChannelSession channel, Environment env) {
        env.addSignalListener((source, signal) -> signal(signal), List.of(Signal.TERM, Signal.INT, Signal.HUP));
        thread("relay-channel", () -> {
            try (Ticket ticket = channels.take(WAIT)) {
                relay(ticket.session());
            } catch (IOException | SiteException e) {
                LOG.debug("A channel could not be passed on, cause={}", e.toString());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            } finally {
                end(channel);
            }
        });
    }

    private void relay(ClientSession session) throws IOException, InterruptedException {
        ChannelSession to = opening.on(session);
        upstream = to;
        try {
            to.open().verify(OPEN);
            if (destroyed) {
                return;
            }
            thread("relay-stdin", () -> pump(in, to.getInvertedIn(), true));
            Thread stderr = thread("relay-stderr", () -> pump(to.getInvertedErr(), err, false));
            pump(to.getInvertedOut(), out, false);
            stderr.join();
        } finally {
            to.close(false).await();
        }
    }

    private void end(org.apache.sshd.server.channel.ChannelSession channel) {
        Integer exit = upstream == null ? null : upstream.getExitStatus();
        if (exit != null) {
            callback.onExit(exit);
        } else {
            channel.close(false);
        }
    }

    private void signal(Signal signal) {
        ChannelSession to = upstream;
        if (to == null) {
            return;
        }
        try {
            Buffer request = to.getSession().createBuffer(SshConstants.SSH_MSG_CHANNEL_REQUEST);
            request.putUInt(to.getRecipient());
            request.putString("signal");
            request.putBoolean(false);
            request.putString(signal.name());
            to.writePacket(request);
        } catch (IOException e) {
            LOG.debug("A signal could not be passed on", e);
        }
    }

    /** Mina's streams wait inside monitors, where a virtual thread would hold its carrier. */
    private static Thread thread(String name, Runnable work) {
        return Thread.ofPlatform().daemon().name(name).start(work);
    }

    private static void pump(InputStream from, OutputStream to, boolean closing) {
        byte[] chunk = new byte[32 << 10];
        try {
            for (int n = from.read(chunk); n >= 0; n = from.read(chunk)) {
                to.write(chunk, 0, n);
                to.flush();
            }
            if (closing) {
                to.close();
            }
        } catch (IOException e) {
            // The other side has hung up; whoever waits for the end sees it there.
            LOG.debug("A passed-on stream was cut, cause={}", e.toString());
        }
    }

    @Override
    public void destroy(org.apache.sshd.server.channel.ChannelSession channel) {
        destroyed = true;
        if (upstream != null) {
            upstream.close(false);
        }
    }
}
