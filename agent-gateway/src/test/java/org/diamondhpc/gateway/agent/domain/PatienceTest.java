package org.diamondhpc.gateway.agent.domain;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class PatienceTest {
    private static final Patience PATIENCE = new Patience(5, Duration.ofSeconds(1), Duration.ofSeconds(5),
            Duration.ofMinutes(10));

    @Test
    void pauseDoublesUpToTheLongest() {
        assertThat(PATIENCE.pause(1, null, 1)).contains(Duration.ofSeconds(1));
        assertThat(PATIENCE.pause(2, null, 1)).contains(Duration.ofSeconds(2));
        assertThat(PATIENCE.pause(4, null, 1)).contains(Duration.ofSeconds(5));
        assertThat(PATIENCE.pause(4, null, 0)).contains(Duration.ofMillis(2500));
    }

    @Test
    void longerPauseIsGrantedOnDemand() {
        assertThat(PATIENCE.pause(1, Duration.ofSeconds(90), 1)).contains(Duration.ofSeconds(90));
        assertThat(PATIENCE.pause(1, Duration.ofMillis(10), 1)).contains(Duration.ofSeconds(1));
    }

    @Test
    void enoughIsEnough() {
        assertThat(PATIENCE.pause(5, null, 1)).isEmpty();
        assertThat(PATIENCE.pause(1, Duration.ofMinutes(11), 1)).isEmpty();
    }

    @Test
    void costIsRoundedUpAndCacheHasItsOwnPrice() {
        Price price = new Price(new BigDecimal("3"), new BigDecimal("0.3"), new BigDecimal("15"));

        assertThat(price.micros(new Usage(1000, 900, 100))).isEqualTo(300 + 270 + 1500);
        assertThat(price.micros(new Usage(1, 1, 0))).isEqualTo(1);
    }
}
