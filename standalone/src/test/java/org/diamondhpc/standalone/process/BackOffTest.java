package org.diamondhpc.standalone.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class BackOffTest {
    @Test
    void doublesUpToTenSeconds() {
        BackOff backOff = BackOff.NONE;
        for (long millis : new long[] {200, 400, 800, 1_600, 3_200, 6_400, 10_000, 10_000}) {
            backOff = backOff.afterDeath(Duration.ofSeconds(1));

            assertThat(backOff.delay()).hasMillis(millis);
        }
    }

    @Test
    void beginsAnewAfterHalfAMinuteOfBeingReady() {
        BackOff backOff = new BackOff(9).afterDeath(Duration.ofSeconds(30));

        assertThat(backOff.delay()).hasMillis(200);
    }

    @Test
    void neverOverflows() {
        assertThat(new BackOff(Integer.MAX_VALUE - 1).afterDeath(Duration.ZERO).delay()).hasSeconds(10);
    }
}
