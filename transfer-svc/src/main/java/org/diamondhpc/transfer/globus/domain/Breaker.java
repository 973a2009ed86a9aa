package org.diamondhpc.transfer.globus.domain;

import java.time.Duration;
import java.time.Instant;

/**
 * Whether an endpoint that did not answer may be asked again.
 *
 * @param failures in a row
 */
public record Breaker(int failures, Instant openUntil) {
    private static final Duration FIRST = Duration.ofSeconds(15);
    private static final Duration LONGEST = Duration.ofMinutes(10);
    private static final int MOST_DOUBLINGS = 10;

    public static Breaker closed() {
        return new Breaker(0, null);
    }

    public boolean allows(Instant now) {
        return openUntil == null || !now.isBefore(openUntil);
    }

    public Breaker failed(Instant now) {
        Duration pause = FIRST.multipliedBy(1L << Math.min(failures, MOST_DOUBLINGS));
        return new Breaker(failures + 1, now.plus(pause.compareTo(LONGEST) < 0 ? pause : LONGEST));
    }
}
