package org.diamondhpc.discovery.domain.wait;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class WaitHistoryTest {
    @Test
    void theBoundIsTheOrderStatisticOfTheBinomialMethod() {
        double[] hundred = IntStream.rangeClosed(1, 100).mapToDouble(i -> i).toArray();

        // of 100 observations, at most 98 lie below the 95th percentile with a chance of 0.963, at most 97 with 0.882
        assertThat(WaitHistory.of(List.of(), hundred).bound()).contains(Duration.ofSeconds(99));
    }

    @Test
    void fiftyNineWaitsAreTheFewestThatBound() {
        double[] waits = IntStream.rangeClosed(1, 59).mapToDouble(i -> i).toArray();

        assertThat(WaitHistory.of(List.of(), waits).bound()).contains(Duration.ofSeconds(59));
        assertThat(WaitHistory.of(List.of(), IntStream.range(0, 58).mapToDouble(i -> i).toArray()).bound()).isEmpty();
    }

    @Test
    void startsAtOnceAreJudgedApartFromWaits() {
        List<WaitHistory.Pair> pairs = IntStream.range(0, 80)
                .mapToObj(i -> i % 2 == 0 ? new WaitHistory.Pair(0, 0) : new WaitHistory.Pair(995, 1995)).toList();

        WaitHistory history = WaitHistory.of(pairs);

        assertThat(history.correct(0, 0, 0).likely()).isZero();
        assertThat(history.correct(995, 0, 0).likely()).isEqualTo(Duration.ofSeconds(1995));
    }

    @Test
    void theMeanIsKeptRightAndTheIntervalIsWhatCameOfEarlierOnes() {
        List<WaitHistory.Pair> pairs = IntStream.range(0, 100)
                .mapToObj(i -> new WaitHistory.Pair(95, i < 90 ? 95 : 1095)).toList();

        WaitHistory.Range range = WaitHistory.of(pairs).correct(95, 0, 0);

        assertThat(range.likely()).isEqualTo(Duration.ofSeconds(195));
        assertThat(range.low()).isEqualTo(Duration.ofSeconds(95));
        assertThat(range.high()).isEqualTo(Duration.ofSeconds(1095));
    }
}
