package org.diamondhpc.site.ssh;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Takes a stream as it comes and passes on what stands between the markers; what stands around them is noise. Closes
 * what it passes it on to as soon as no more will come.
 */
final class FrameReader extends OutputStream {
    private static final int LONGEST_STATUS = 12;

    private final Marker start;
    private final Marker end;
    private final OutputStream payload;
    private final Runnable onEnd;
    /** Bytes that may be the beginning of a marker, or of the status after the end marker. */
    private byte[] held = new byte[0];
    private State state = State.BEFORE;
    private int status = -1;

    private enum State { BEFORE, INSIDE, STATUS, AFTER }

    FrameReader(CommandFrame frame, OutputStream payload, Runnable onEnd) {
        this.start = new Marker(frame.startMarker());
        this.end = new Marker(frame.endMarker());
        this.payload = payload;
        this.onEnd = onEnd;
    }

    synchronized boolean started() {
        return state != State.BEFORE;
    }

    synchronized boolean ended() {
        return state == State.AFTER;
    }

    /** Valid once {@link #ended()}. */
    synchronized int status() {
        return status;
    }

    @Override
    public void write(int b) throws IOException {
        write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        boolean justEnded;
        synchronized (this) {
            boolean before = state == State.AFTER;
            take(bytes, offset, length);
            justEnded = !before && state == State.AFTER;
        }
        if (justEnded) {
            payload.close();
            onEnd.run();
        }
    }

    /** The stream ended, or was cut. */
    @Override
    public void close() throws IOException {
        payload.close();
    }

    private void take(byte[] bytes, int offset, int length) throws IOException {
        byte[] data = bytes;
        int from = offset;
        int to = offset + length;
        if (held.length > 0) {
            data = Arrays.copyOf(held, held.length + length);
            System.arraycopy(bytes, offset, data, held.length, length);
            from = 0;
            to = data.length;
            held = new byte[0];
        }
        while (from < to && state != State.AFTER) {
            from = state == State.STATUS ? takeStatus(data, from, to) : takeToMarker(data, from, to);
        }
    }

    private int takeToMarker(byte[] data, int from, int to) throws IOException {
        Marker marker = state == State.BEFORE ? start : end;
        int at = marker.find(data, from, to);
        if (state == State.INSIDE) {
            payload.write(data, from, at - from);
        }
        if (to - at < marker.length()) {
            held = Arrays.copyOfRange(data, at, to);
            return to;
        }
        state = state == State.BEFORE ? State.INSIDE : State.STATUS;
        return at + marker.length();
    }

    private int takeStatus(byte[] data, int from, int to) throws IOException {
        int at = from;
        while (at < to && data[at] != CommandFrame.MARK) {
            at++;
        }
        if (at - from > LONGEST_STATUS) {
            throw new IOException("no exit status after the end marker");
        }
        if (at == to) {
            held = Arrays.copyOfRange(data, from, to);
            return to;
        }
        try {
            status = Integer.parseInt(new String(data, from, at - from, StandardCharsets.US_ASCII));
        } catch (NumberFormatException e) {
            throw new IOException("no exit status after the end marker", e);
        }
        state = State.AFTER;
        return to;
    }
}
