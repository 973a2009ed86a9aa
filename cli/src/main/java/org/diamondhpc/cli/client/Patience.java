package org.diamondhpc.cli.client;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;

/**
 * How long the client tries again by itself.
 *
 * @param first while nothing was ever answered: soon tells the user that nothing runs there
 * @param total once something was answered: outlasts a restart of the gateway
 * @param pause before the second try; doubles up to {@link #LONGEST}
 */
public record Patience(Duration first, Duration total, Duration pause) {
    static final Duration LONGEST = Duration.ofSeconds(5);

    public static Patience usual() {
        return new Patience(Duration.ofSeconds(2), Duration.ofSeconds(60), Duration.ofMillis(200));
    }

    /** The pause after failure number {@code n}, from 0, spread by a fifth so that many clients do not come at once. */
    Duration after(int n) {
        long full = Math.min(LONGEST.toMillis(), pause.toMillis() << Math.min(n, 10));
        return Duration.ofMillis((long) (full * ThreadLocalRandom.current().nextDouble(0.8, 1.2)));
    }
}
