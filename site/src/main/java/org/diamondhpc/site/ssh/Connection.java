package org.diamondhpc.site.ssh;

import java.io.IOException;
import java.time.Duration;
import org.apache.sshd.client.session.ClientSession;
import org.apache.sshd.common.util.buffer.Buffer;
import org.apache.sshd.common.SshConstants;

/** One kept connection and how many of its channels are taken. Guarded by its pool's lock, but for {@link #alive}. */
final class Connection {
    private static final Duration ANSWER = Duration.ofSeconds(3);
    private static final String KEEP_ALIVE = "keepalive@openssh.com";

    private final ClientSession session;
    private int cap;
    private int used;
    private volatile long lastUse = System.nanoTime();

    Connection(ClientSession session, int cap) {
        this.session = session;
        this.cap = cap;
    }

    ClientSession session() {
        return session;
    }

    boolean open() {
        return session.isOpen() && !session.isClosing();
    }

    int used() {
        return used;
    }

    int room() {
        return cap - used;
    }

    void take() {
        used++;
    }

    void giveBack() {
        used--;
        lastUse = System.nanoTime();
    }

    /** The site allows fewer channels than the profile says. */
    void learnCap() {
        cap = Math.max(1, Math.min(cap, used - 1));
    }

    /** Whether the far end still answers, asked only where nothing was heard of it for long. */
    boolean alive(Duration idleCheck) {
        if (!open()) {
            return false;
        }
        if (System.nanoTime() - lastUse < idleCheck.toNanos()) {
            return true;
        }
        try {
            Buffer request = session.createBuffer(SshConstants.SSH_MSG_GLOBAL_REQUEST);
            request.putString(KEEP_ALIVE);
            request.putBoolean(true);
            session.request(KEEP_ALIVE, request, ANSWER);
            lastUse = System.nanoTime();
            return true;
        } catch (IOException e) {
            session.close(true);
            return false;
        }
    }
}
