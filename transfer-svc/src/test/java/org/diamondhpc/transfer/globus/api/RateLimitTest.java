package org.diamondhpc.transfer.globus.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class RateLimitTest {
    private static final long WINDOW = Duration.ofSeconds(10).toNanos();

    @Test
    void noWindowEverHoldsMoreThanAllowed() {
        RateLimit limit = new RateLimit(200, Duration.ofSeconds(10));
        Random random = new Random(3);
        List<Long> begun = new ArrayList<>();
        long now = 0;
        for (int i = 0; i < 2_000; i++) {
            now += random.nextInt(40_000_000);
            begun.add(now + limit.reserve(now));
        }

        for (int i = 200; i < begun.size(); i++) {
            assertThat(begun.get(i) - begun.get(i - 200)).isGreaterThanOrEqualTo(WINDOW);
        }
    }

    @Test
    void whoComesLateEnoughDoesNotWait() {
        RateLimit limit = new RateLimit(2, Duration.ofSeconds(10));
        limit.reserve(0);
        limit.reserve(1);

        assertThat(limit.reserve(2)).isEqualTo(WINDOW - 2);
        assertThat(limit.reserve(3 * WINDOW)).isZero();
    }
}
