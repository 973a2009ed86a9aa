package org.diamondhpc.bench.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SamplesTest {
    @Test
    void theMedianOfAnEvenNumberLiesBetweenTheTwoInTheMiddle() {
        assertThat(new Samples(List.of(4.0, 1.0, 3.0, 2.0)).median()).isEqualTo(2.5);
        assertThat(new Samples(List.of(9.0, 1.0, 5.0)).median()).isEqualTo(5.0);
    }

    @Test
    void twoOfTwoHundredLieAboveThe99thPercentile() {
        Samples samples = new Samples(IntStream.rangeClosed(1, 200).mapToObj(i -> (double) i).toList());

        assertThat(samples.percentile(99)).isEqualTo(198);
        assertThat(samples.percentile(100)).isEqualTo(200);
        assertThat(samples.percentile(0)).isEqualTo(1);
    }

    @Test
    void nothingMeasuredIsNoFigure() {
        assertThatThrownBy(() -> new Samples(List.of())).isInstanceOf(IllegalArgumentException.class);
    }
}
