package org.diamondhpc.site.ssh;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Takes a stream as it comes and passes on what stands between the markers; what stands around them is noise. */
final class FrameReader extends OutputStream {
    private static final int LONGEST_STATUS = 12;

    private final byte[] start;
    private final byte[] end;
    private final OutputStream payload;
    private final Runnable onEnd;
    /** Bytes that may be the beginning of a marker, or of the status after the end marker. */
    private byte[] held = new byte[0];
    private State state = State.BEFORE;
    private int status = -1;

    private enum State { BEFORE, INSIDE, STATUS, AFTER }

    FrameReader(CommandFrame frame, OutputStream payload, Runnable onEnd) {
        this.start = frame.startMarker();
        this.end = frame.endMarker();
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
            onEnd.run();
        }
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
        byte[] marker = state == State.BEFORE ? start : end;
        int at = find(data, from, to, marker);
        if (state == State.INSIDE) {
            payload.write(data, from, at - from);
        }
        if (to - at < marker.length) {
            held = Arrays.copyOfRange(data, at, to);
            return to;
        }
        state = state == State.BEFORE ? State.INSIDE : State.STATUS;
        return at + marker.length;
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

    /** The index of the marker or of a beginning of it at the end of the data; {@code to} where there is neither. */
    private static int find(byte[] data, int from, int to, byte[] marker) {
        for (int i = from; i < to; i++) {
            if (data[i] == marker[0]) {
                int length = Math.min(marker.length, to - i);
                if (Arrays.equals(data, i, i + length, marker, 0, length)) {
                    return i;
                }
            }
        }
        return to;
    }
}
