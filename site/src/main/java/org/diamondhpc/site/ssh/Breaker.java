package org.diamondhpc.site.ssh;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.diamondhpc.site.session.SiteException;

/**
 * Whether connecting is worth a try, as a value: failures in a row, and until when to leave the site alone.
 *
 * @param failures failed connects since the last good one
 * @param openUntil no connect before then; null while closed
 * @param last the last failure
 */
record Breaker(int failures, Instant openUntil, SiteException last) {
    static final Breaker CLOSED = new Breaker(0, null, null);

    /** @param jitter 0 to 1, spreads the pause over 80 to 120 % */
    Breaker failed(SiteException failure, Instant now, double jitter, SshSettings settings) {
        int count = failures + 1;
        if (count < settings.breakerFailures()) {
            return new Breaker(count, null, failure);
        }
        int doublings = Math.min(count - settings.breakerFailures(), 30);
        Duration pause = settings.pauseMin().multipliedBy(1L << doublings);
        if (pause.compareTo(settings.pauseMax()) > 0) {
            pause = settings.pauseMax();
        }
        long millis = Math.min((long) (pause.toMillis() * (0.8 + 0.4 * jitter)), settings.pauseMax().toMillis());
        return new Breaker(count, now.plusMillis(millis), failure);
    }

    boolean refuses(Instant now) {
        return openUntil != null && now.isBefore(openUntil);
    }

    Optional<Instant> nextTry(Instant now) {
        return refuses(now) ? Optional.of(openUntil) : Optional.empty();
    }
}
