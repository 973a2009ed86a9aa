package org.diamondhpc.gateway.agent.domain;

import java.time.Duration;
import java.util.Optional;

/**
 * Whether and when to ask an endpoint again that failed for the time.
 *
 * @param tries in a row at most
 * @param first the pause after the first failure, doubled with each further one
 * @param longest no own pause is longer
 * @param mostAsked an endpoint that asks for more patience than this is given up
 */
public record Patience(int tries, Duration first, Duration longest, Duration mostAsked) {
    private static final int MOST_DOUBLINGS = 20;

    /**
     * The pause before the next try; empty: it is enough.
     *
     * @param failures in a row, this one included
     * @param asked what the endpoint asks for; null: nothing
     * @param chance from 0 to 1: where between half and the whole of the pause, so that many turns do not come at once
     */
    public Optional<Duration> pause(int failures, Duration asked, double chance) {
        if (failures >= tries || asked != null && asked.compareTo(mostAsked) > 0) {
            return Optional.empty();
        }
        long whole = Math.min(longest.toMillis(), first.toMillis() << Math.min(failures - 1, MOST_DOUBLINGS));
        Duration own = Duration.ofMillis((long) (whole * (0.5 + chance / 2)));
        return Optional.of(asked != null && asked.compareTo(own) > 0 ? asked : own);
    }
}
