package org.diamondhpc.site.ssh;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import org.apache.sshd.sftp.client.SftpClient;
import org.apache.sshd.sftp.client.SftpClientFactory;
import org.diamondhpc.site.ssh.Channels.Opened;

/**
 * SFTP channels, each used by one caller at a time. One or two stay open for the next caller as long as nobody waits
 * for a channel.
 */
final class SftpChannels {
    private static final int KEPT = 2;

    private final Channels channels;
    private final ConnectionPool pool;
    private final SshSettings settings;
    private final Deque<Opened<SftpClient>> idle = new ArrayDeque<>();

    SftpChannels(Channels channels, ConnectionPool pool, SshSettings settings) {
        this.channels = channels;
        this.pool = pool;
        this.settings = settings;
        pool.onShortage(this::release);
    }

    Opened<SftpClient> borrow() {
        for (Opened<SftpClient> kept = poll(); kept != null; kept = poll()) {
            if (kept.channel().isOpen() && kept.lease().alive()) {
                return kept;
            }
            close(kept);
        }
        return channels.open(settings.channelWait(), (session, within) -> {
            SftpClient client = SftpClientFactory.instance().createSftpClient(session);
            // One character a byte: names keep bytes that are not UTF-8.
            client.setNameDecodingCharset(StandardCharsets.ISO_8859_1);
            return client;
        });
    }

    void giveBack(Opened<SftpClient> used) {
        boolean kept = false;
        synchronized (idle) {
            if (used.channel().isOpen() && idle.size() < KEPT) {
                idle.push(used);
                kept = true;
            }
        }
        if (!kept) {
            close(used);
        } else if (pool.shortage()) {
            // Asked after the channel was put where who waits looks for one, so that neither misses the other.
            release();
        }
    }

    /** Gives a kept channel to those who wait. */
    private void release() {
        Opened<SftpClient> kept = poll();
        if (kept != null) {
            close(kept);
        }
    }

    void close() {
        for (Opened<SftpClient> kept = poll(); kept != null; kept = poll()) {
            close(kept);
        }
    }

    static void close(Opened<SftpClient> opened) {
        try {
            opened.channel().close();
        } catch (IOException e) {
            opened.lease().session().close(true);
        } finally {
            opened.lease().close();
        }
    }

    private Opened<SftpClient> poll() {
        synchronized (idle) {
            return idle.poll();
        }
    }
}
