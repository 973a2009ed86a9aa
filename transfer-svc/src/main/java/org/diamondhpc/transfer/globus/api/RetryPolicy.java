package org.diamondhpc.transfer.globus.api;

import java.time.Duration;
import java.util.Optional;

/**
 * When a failed call is repeated at once, which is right for short trouble of Globus only. Trouble that lasts longer is
 * the caller's, who lets go of its thread.
 *
 * @param attempts in all
 * @param first the pause after the first failure; it doubles
 * @param longest no pause is longer, and a call that is asked to wait longer is not repeated here
 */
public record RetryPolicy(int attempts, Duration first, Duration longest) {
    /** As patient as the official client, which also makes five attempts and sleeps ten seconds at most. */
    public static final RetryPolicy OFFICIAL = new RetryPolicy(5, Duration.ofMillis(500), Duration.ofSeconds(10));

    /** For what somebody waits for: once more, and soon. */
    public static final RetryPolicy QUICK = new RetryPolicy(2, Duration.ofMillis(300), Duration.ofSeconds(2));

    /** @param failures so far, from 1 */
    public Optional<Duration> pause(GlobusError error, int failures) {
        if (failures >= attempts) {
            return Optional.empty();
        }
        Duration own = first.multipliedBy(1L << Math.min(failures - 1, 20));
        Duration asked = switch (error) {
            case GlobusError.Away away -> away.retryAfter() == null ? own : away.retryAfter();
            case GlobusError.TooMany tooMany -> tooMany.retryAfter() == null ? own : tooMany.retryAfter();
            default -> null;
        };
        if (asked == null || asked.compareTo(longest) > 0 && !asked.equals(own)) {
            return Optional.empty();
        }
        return Optional.of(asked.compareTo(longest) > 0 ? longest : asked);
    }
}
