package org.diamondhpc.discovery.domain.probe;

import java.time.Duration;
import java.time.Instant;

/**
 * The pause until a site's next look: short while tasks go there or its queue moves, longer the quieter it is, longest
 * while it is slow or away.
 *
 * @param least the profile's pollMin
 * @param most the profile's pollMax
 */
public record LookRhythm(Duration least, Duration most) {
    private static final double SLOWER = 1.5;
    /** A look may take one tenth of the time at most. */
    private static final int SHARE = 10;
    private static final Duration LONGEST_AWAY = Duration.ofMinutes(1);

    /** @param took how long the look took */
    public Duration afterLook(Duration before, boolean moved, boolean tasksThere, Duration took) {
        Duration grown = moved || tasksThere || before == null ? least
                : Duration.ofMillis(Math.round(before.toMillis() * SLOWER));
        Duration fair = took.multipliedBy(SHARE);
        return bounded(grown.compareTo(fair) > 0 ? grown : fair);
    }

    /**
     * @param failures failed looks in a row, this one included
     * @param retryAt when the connection is tried again; absent: not known
     */
    public Duration afterFailure(int failures, Instant retryAt, Instant now) {
        Duration pause = least.multipliedBy(1L << Math.min(16, Math.max(0, failures - 1)));
        Duration longest = most.compareTo(LONGEST_AWAY) > 0 ? most : LONGEST_AWAY;
        pause = pause.compareTo(longest) > 0 ? longest : pause;
        Duration until = retryAt == null ? Duration.ZERO : Duration.between(now, retryAt);
        return until.compareTo(pause) > 0 ? until : pause;
    }

    private Duration bounded(Duration pause) {
        return pause.compareTo(least) < 0 ? least : pause.compareTo(most) > 0 ? most : pause;
    }
}
