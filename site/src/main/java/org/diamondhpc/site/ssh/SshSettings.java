package org.diamondhpc.site.ssh;

import java.time.Duration;

/**
 * How patient connections are.
 *
 * @param keepAlive between two keep-alive requests
 * @param keepAliveMisses unanswered requests after which a connection is given up; a dead line is noticed within
 *     {@code keepAlive × (misses + 1)}
 * @param channelWait how long a call waits for its turn on the connections before SITE_BUSY
 * @param idleCheck a connection not used for so long is asked for a sign of life before use
 * @param breakerFailures failed connects in a row that open the breaker
 * @param pauseMin the breaker's first pause; each further failure doubles it
 * @param pauseMax the breaker's longest pause
 * @param openingJitter the most a further connection waits before it is opened, so that many processes that lost theirs
 *     at once do not come back at once (OpenSSH's MaxStartups)
 */
public record SshSettings(Duration keepAlive, int keepAliveMisses, Duration channelWait, Duration idleCheck,
        int breakerFailures, Duration pauseMin, Duration pauseMax, Duration openingJitter) {
    public static final SshSettings DEFAULT = new SshSettings(Duration.ofSeconds(4), 2, Duration.ofSeconds(30),
            Duration.ofSeconds(30), 3, Duration.ofSeconds(1), Duration.ofSeconds(60), Duration.ofMillis(100));

    public SshSettings withKeepAlive(Duration interval, int misses) {
        return new SshSettings(interval, misses, channelWait, idleCheck, breakerFailures, pauseMin, pauseMax,
                openingJitter);
    }

    public SshSettings withChannelWait(Duration wait) {
        return new SshSettings(keepAlive, keepAliveMisses, wait, idleCheck, breakerFailures, pauseMin, pauseMax,
                openingJitter);
    }

    public SshSettings withBreaker(int failures, Duration min, Duration max) {
        return new SshSettings(keepAlive, keepAliveMisses, channelWait, idleCheck, failures, min, max, openingJitter);
    }
}
