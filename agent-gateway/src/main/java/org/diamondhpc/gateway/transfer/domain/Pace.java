package org.diamondhpc.gateway.transfer.domain;

import java.time.Duration;
import java.time.Instant;

/**
 * How fast bytes have arrived lately.
 *
 * @param bytesPerSecond smoothed; null before two sightings
 * @param bytes at the last sighting
 * @param at of the last sighting
 */
public record Pace(Long bytesPerSecond, long bytes, Instant at) {
    private static final double WEIGHT = 0.5;
    /** Two sightings closer than this say nothing. */
    private static final Duration TELLING = Duration.ofMillis(200);

    static Pace begin(Instant at) {
        return new Pace(null, 0, at);
    }

    /** One more sighting; {@code before} null for the first. */
    static Pace seen(Pace before, long bytes, Instant at) {
        if (before == null || bytes < before.bytes) {
            return new Pace(null, bytes, at);
        }
        Duration since = Duration.between(before.at, at);
        if (since.compareTo(TELLING) < 0) {
            return before;
        }
        double now = (bytes - before.bytes) * 1000.0 / since.toMillis();
        long smoothed = Math.round(before.bytesPerSecond == null ? now
                : before.bytesPerSecond + WEIGHT * (now - before.bytesPerSecond));
        return new Pace(smoothed, bytes, at);
    }

    /** When so many will have arrived; null where nobody can say. */
    public Instant end(Long total) {
        return total == null || bytesPerSecond == null || bytesPerSecond <= 0 || total < bytes ? null
                : at.plusSeconds((total - bytes) / bytesPerSecond);
    }
}
