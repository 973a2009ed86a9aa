package org.diamondhpc.bench.placement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.junit.jupiter.api.Test;

class StatisticsTest {
    @Test
    void theSignTestIsTheBinomialTail() {
        // R: binom.test(2, 12)$p.value, binom.test(0, 10)$p.value
        assertThat(Statistics.signTest(2, 10)).isCloseTo(0.03857, within(1e-5));
        assertThat(Statistics.signTest(10, 0)).isCloseTo(0.001953, within(1e-6));
        assertThat(Statistics.signTest(5, 5)).isEqualTo(1);
        assertThat(Statistics.signTest(0, 0)).isEqualTo(1);
    }

    @Test
    void theIntervalOfTheMeanIsAboutTwoStandardErrorsWide() {
        double[] values = new Random(3).doubles(1000).map(d -> 10 + d).toArray();

        Statistics.Interval interval = Statistics.bootstrap(values, 1);

        double error = Math.sqrt(1 / 12.0 / values.length);
        assertThat(interval.low()).isCloseTo(Statistics.mean(values) - 1.96 * error, within(error / 3));
        assertThat(interval.high()).isCloseTo(Statistics.mean(values) + 1.96 * error, within(error / 3));
        assertThat(Statistics.bootstrap(values, 1)).isEqualTo(interval);
    }
}
