package org.diamondhpc.cli.client;

import java.time.Duration;

/** A moment from which on nobody waits any more, by a clock that never jumps. */
public final class Deadline {
    private static final Duration EVER = Duration.ofDays(3650);
    private final long end;

    private Deadline(long end) {
        this.end = end;
    }

    /** Null: never. */
    public static Deadline in(Duration atMost) {
        return new Deadline(System.nanoTime() + (atMost == null ? EVER : atMost).toNanos());
    }

    public boolean over() {
        return left().isZero();
    }

    public Duration left() {
        return Duration.ofNanos(Math.max(0, end - System.nanoTime()));
    }

    /** What is left, or {@code longest} if that is less. */
    public Duration atMost(Duration longest) {
        return left().compareTo(longest) < 0 ? left() : longest;
    }
}
