package org.diamondhpc.monitor.work;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class CrowdTest {
    private static final Instant NOON = Instant.parse("2026-11-30T12:00:00Z");
    private final Crowd crowd = new Crowd();

    /** One line every so often. */
    private Instant told(int lines, Duration apart, Instant from) {
        Instant at = from;
        for (int i = 0; i < lines; i++, at = at.plus(apart)) {
            crowd.told(1, at);
        }
        return at;
    }

    @Test
    void linesThatComeNowAndThenAreToldAtOnce() {
        told(100, Duration.ofMillis(200), NOON);

        assertThat(crowd.patience()).isZero();
    }

    @Test
    void linesThatComeThickAreGathered() {
        told(100, Duration.ofMillis(20), NOON);

        assertThat(crowd.patience()).isPositive();
    }

    @Test
    void theFirstLinesAfterACrowdAreToldAtOnceAgain() {
        Instant over = told(100, Duration.ofMillis(20), NOON);

        crowd.told(1, over.plusSeconds(5));

        assertThat(crowd.patience()).isZero();
    }
}
