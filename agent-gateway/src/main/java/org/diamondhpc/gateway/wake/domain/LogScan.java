package org.diamondhpc.gateway.wake.domain;

import java.nio.charset.StandardCharsets;
import java.util.function.BooleanSupplier;

/**
 * What a piece of a stream says to somebody who waits for a line.
 *
 * @param line the line that matches; null: none
 * @param consumed bytes that need not be looked at again
 */
public record LogScan(String line, int consumed) {
    /**
     * Looks at every whole line; a carriage return ends one too, as progress bars have it.
     *
     * @param last nothing will follow, so what stands behind the last line's end is a line
     * @param goOn asked before each line; false: the rest is for another time
     */
    public static LogScan of(LinePattern pattern, byte[] piece, boolean last, BooleanSupplier goOn) {
        int from = 0;
        for (int i = 0; i <= piece.length; i++) {
            boolean end = i == piece.length;
            if (end && (!last || from == i) || !end && piece[i] != '\n' && piece[i] != '\r') {
                continue;
            }
            if (!goOn.getAsBoolean()) {
                return new LogScan(null, from);
            }
            String line = new String(piece, from, i - from, StandardCharsets.UTF_8);
            if (pattern.in(line)) {
                return new LogScan(line, Math.min(piece.length, i + 1));
            }
            from = Math.min(piece.length, i + 1);
        }
        return new LogScan(null, from);
    }
}
