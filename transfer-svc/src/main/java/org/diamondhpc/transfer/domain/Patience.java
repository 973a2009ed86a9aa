package org.diamondhpc.transfer.domain;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * How long to wait for a site that is away: pauses that double from {@code first} to {@code longest}, and an end after
 * {@code giveUp}.
 */
public record Patience(Duration first, Duration longest, Duration giveUp) {
    private static final int MOST_DOUBLINGS = 20;

    /**
     * The pause before the next try; empty where patience is at its end.
     *
     * @param since when it first failed
     * @param failures how often it has failed since then, from 1
     * @param endless whether there is nowhere else to go, so that it waits as long as it takes
     */
    public Optional<Duration> pause(Instant since, int failures, Instant now, boolean endless) {
        if (!endless && Duration.between(since, now).compareTo(giveUp) >= 0) {
            return Optional.empty();
        }
        Duration pause = first.multipliedBy(1L << Math.min(failures - 1, MOST_DOUBLINGS));
        return Optional.of(pause.compareTo(longest) < 0 ? pause : longest);
    }
}
