package org.diamondhpc.site.ssh;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.diamondhpc.schemas.reason.Reason;
import org.diamondhpc.site.session.SiteException;
import org.junit.jupiter.api.Test;

class BreakerTest {
    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
    private final SiteException down = SiteException.of(Reason.SITE_UNREACHABLE, "down");
    private final SshSettings settings =
            SshSettings.DEFAULT.withBreaker(3, Duration.ofSeconds(1), Duration.ofSeconds(60));

    @Test
    void opensAfterTheThirdFailureAndPausesLonger() {
        Breaker breaker = Breaker.CLOSED.failed(down, NOW, 0.5, settings).failed(down, NOW, 0.5, settings);
        assertThat(breaker.refuses(NOW)).isFalse();
        breaker = breaker.failed(down, NOW, 0.5, settings);
        assertThat(breaker.nextTry(NOW)).contains(NOW.plusSeconds(1));
        assertThat(breaker.refuses(NOW.plusSeconds(1))).isFalse();
        breaker = breaker.failed(down, NOW, 0.5, settings).failed(down, NOW, 0.5, settings);
        assertThat(breaker.nextTry(NOW)).contains(NOW.plusSeconds(4));
    }

    @Test
    void neverPausesLongerThanTheLimit() {
        Breaker breaker = Breaker.CLOSED;
        for (int i = 0; i < 100; i++) {
            breaker = breaker.failed(down, NOW, 1.0, settings);
        }
        assertThat(breaker.nextTry(NOW)).contains(NOW.plusSeconds(60));
    }
}
