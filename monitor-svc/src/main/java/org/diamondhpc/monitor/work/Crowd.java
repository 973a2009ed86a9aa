package org.diamondhpc.monitor.work;

import java.time.Duration;
import java.time.Instant;

/**
 * How thick the jobs' lines come. A line that comes alone is told at once; where dozens come a second, each on its own
 * would be a transaction in every service, and they are gathered for a moment nobody notices among so many.
 */
final class Crowd {
    private static final Duration WINDOW = Duration.ofSeconds(1);
    /** So many lines in a window are a crowd: ten jobs that start and end in a second. */
    private static final int MANY = 20;
    private static final Duration PATIENCE = Duration.ofMillis(100);

    private Instant since = Instant.MIN;
    private int lines;
    private boolean thick;

    /** So many lines were told. */
    void told(int more, Instant now) {
        if (now.isAfter(since.plus(WINDOW))) {
            thick = lines >= MANY && now.isBefore(since.plus(WINDOW.multipliedBy(2)));
            lines = 0;
            since = now;
        }
        lines += more;
    }

    /** How long to wait for more once there is a line. */
    Duration patience() {
        return thick ? PATIENCE : Duration.ZERO;
    }
}
