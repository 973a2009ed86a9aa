package org.diamondhpc.standalone.process;

import java.time.Duration;

/**
 * How long to wait before a process is started again: at once (200 ms) after a first death, doubling up to 10 s while it
 * keeps dying young. One that had been ready for half a minute starts from the beginning.
 */
public record BackOff(int failures) {
    private static final long FIRST = 200;
    private static final long LONGEST = 10_000;
    private static final Duration SETTLED = Duration.ofSeconds(30);

    public static final BackOff NONE = new BackOff(0);

    /** After one more death of a process that had been ready for so long. */
    public BackOff afterDeath(Duration ready) {
        return new BackOff(ready.compareTo(SETTLED) >= 0 ? 1 : failures + 1);
    }

    public Duration delay() {
        int doublings = Math.clamp(failures - 1L, 0, 10);
        return failures == 0 ? Duration.ZERO : Duration.ofMillis(Math.min(LONGEST, FIRST << doublings));
    }
}
