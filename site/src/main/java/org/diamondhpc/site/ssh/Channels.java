package org.diamondhpc.site.ssh;

import java.io.IOException;
import java.time.Duration;
import java.util.function.Consumer;
import org.apache.sshd.client.channel.ChannelExec;
import org.apache.sshd.client.session.ClientSession;
import org.apache.sshd.common.channel.exception.SshChannelOpenException;
import org.apache.sshd.common.session.ConnectionService;
import org.diamondhpc.schemas.reason.Reason;
import org.diamondhpc.site.session.SiteException;
import org.diamondhpc.site.ssh.ConnectionPool.Lease;

/**
 * Opens channels on the pool's connections. A channel that did not open did nothing at the site, so a dead connection
 * is replaced here and a site's limit waited out, unseen by the caller.
 */
final class Channels {
    private static final int TRIES = 3;
    private static final Duration OPEN = Duration.ofSeconds(10);
    private static final Duration LIMIT_PAUSE = Duration.ofMillis(20);

    private final ConnectionPool pool;
    private final SshSettings settings;

    Channels(ConnectionPool pool, SshSettings settings) {
        this.pool = pool;
        this.settings = settings;
    }

    /** Opens something on a session, or throws leaving nothing open. */
    interface Opening<T> {
        T open(ClientSession session, Duration within) throws IOException;
    }

    record Opened<T>(T channel, Lease lease) { }

    /** @param wait for a turn; the budget's own limit where that is shorter */
    <T> Opened<T> open(Duration wait, Opening<T> opening) {
        Duration limit = wait.compareTo(settings.channelWait()) < 0 ? wait : settings.channelWait();
        long deadline = System.nanoTime() + limit.toNanos();
        IOException last = null;
        for (int failed = 0; failed < TRIES;) {
            Lease lease = pool.acquire(Duration.ofNanos(Math.max(1, deadline - System.nanoTime())));
            try {
                return new Opened<>(opened(opening, lease.session()), lease);
            } catch (IOException e) {
                last = e;
                failed += refused(e, lease, deadline) ? 0 : 1;
                lease.close();
            } catch (RuntimeException e) {
                lease.close();
                throw e;
            }
        }
        throw SiteException.of(Reason.SITE_UNREACHABLE, "no channel could be opened: " + last.getMessage(), last);
    }

    /** A connection that is cut at this moment is one that failed, though the client says so by another exception. */
    private static <T> T opened(Opening<T> opening, ClientSession session) throws IOException {
        try {
            return opening.open(session, OPEN);
        } catch (IllegalStateException e) {
            if (session.isOpen()) {
                throw e;
            }
            throw new IOException(e);
        }
    }

    /** Whether the site has just no room for another channel; otherwise the connection is given up. */
    private static boolean refused(IOException e, Lease lease, long deadline) {
        if (!isOpenRefusal(e)) {
            lease.session().close(true);
            return false;
        }
        if (!lease.refusedByLimit() && System.nanoTime() > deadline) {
            throw closing(lease,
                    SiteException.of(Reason.SITE_BUSY, "the site refuses a channel: " + e.getMessage(), e));
        }
        try {
            Thread.sleep(LIMIT_PAUSE);
        } catch (InterruptedException interrupt) {
            Thread.currentThread().interrupt();
            throw closing(lease, SiteException.of(Reason.SITE_BUSY, "interrupted while waiting for a channel", e));
        }
        return true;
    }

    private static SiteException closing(Lease lease, SiteException e) {
        lease.close();
        return e;
    }

    private static boolean isOpenRefusal(Throwable e) {
        for (Throwable cause = e; cause != null; cause = cause.getCause()) {
            if (cause instanceof SshChannelOpenException) {
                return true;
            }
        }
        return false;
    }

    /** A started bootstrap that waits for its program. */
    Opened<ChannelExec> exec(Duration wait, Consumer<ChannelExec> wiring) {
        return open(wait, (session, within) -> {
            ChannelExec channel = session.createExecChannel(CommandFrame.BOOTSTRAP);
            wiring.accept(channel);
            return open(channel, within);
        });
    }

    /** Such a bootstrap whose output is read by and by. */
    Opened<HeldChannel> held(Duration wait, Execution execution, Intake intake) {
        return open(wait, (session, within) -> {
            HeldChannel channel = new HeldChannel(CommandFrame.BOOTSTRAP, execution.out(), intake);
            channel.setErr(execution.err());
            session.getService(ConnectionService.class).registerChannel(channel);
            return open(channel, within);
        });
    }

    private static <T extends ChannelExec> T open(T channel, Duration within) throws IOException {
        try {
            channel.open().verify(within);
            return channel;
        } catch (IOException e) {
            channel.close(true);
            throw e;
        }
    }
}
