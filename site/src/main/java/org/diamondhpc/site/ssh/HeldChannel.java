package org.diamondhpc.site.ssh;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Map;
import org.apache.sshd.client.channel.ChannelExec;
import org.apache.sshd.common.channel.LocalWindow;

/**
 * A command's channel whose window opens again as its output is read, not as it arrives, and in lumps: a site that
 * sends faster than its output is read comes to a halt, and is not told of each packet.
 */
final class HeldChannel extends ChannelExec {
    private static final long LUMP = 1 << 20;

    private final Intake held;
    private long arrived;
    private long released;

    /**
     * @param framed takes what arrives and passes on to {@code held} what is to be read
     * @param held what was not read yet
     */
    HeldChannel(String command, OutputStream framed, Intake held) {
        super(command, null, Map.of());
        this.held = held;
        setOut(framed);
    }

    @Override
    protected void doWriteData(byte[] data, int offset, long length) throws IOException {
        if (isClosing()) {
            return;
        }
        getOut().write(data, offset, (int) length);
        release(length);
    }

    /** To be called after reading. */
    void release() throws IOException {
        release(0);
    }

    private void release(long more) throws IOException {
        long lump;
        synchronized (this) {
            arrived += more;
            lump = arrived - released - held.waiting();
            if (lump < LUMP) {
                return;
            }
            released += lump;
        }
        LocalWindow window = getLocalWindow();
        if (window.isOpen()) {
            window.release(lump);
        }
    }
}
