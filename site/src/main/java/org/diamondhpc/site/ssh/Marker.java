package org.diamondhpc.site.ssh;

import java.util.Arrays;

/**
 * Bytes to be found in a stream, where they are rare: looks at one byte in about as many as it is long (R. N. Horspool,
 * "Practical fast searching in strings", 1980).
 */
final class Marker {
    private final byte[] bytes;
    /** By the byte under the marker's end: how far the marker may move on. */
    private final int[] shift = new int[256];

    /** @param bytes one or more */
    Marker(byte[] bytes) {
        this.bytes = bytes.clone();
        Arrays.fill(shift, bytes.length);
        for (int i = 0; i < bytes.length - 1; i++) {
            shift[bytes[i] & 0xFF] = bytes.length - 1 - i;
        }
    }

    int length() {
        return bytes.length;
    }

    /** The index of the marker or of a beginning of it at the end of the data; {@code to} where there is neither. */
    int find(byte[] data, int from, int to) {
        int last = bytes.length - 1;
        int at = from;
        while (at + last < to) {
            byte under = data[at + last];
            if (under == bytes[last] && Arrays.equals(data, at, at + last, bytes, 0, last)) {
                return at;
            }
            at += shift[under & 0xFF];
        }
        while (at < to && !Arrays.equals(data, at, to, bytes, 0, to - at)) {
            at++;
        }
        return Math.min(at, to);
    }
}
