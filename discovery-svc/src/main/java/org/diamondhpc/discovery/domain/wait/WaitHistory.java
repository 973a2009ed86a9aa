package org.diamondhpc.discovery.domain.wait;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * What earlier predictions for a place were worth: quantiles of the actual wait over the predicted one, without any
 * assumption on how they are distributed. Predictions of a start at once are judged apart from the others.
 */
public final class WaitHistory {
    /** Fewer pairs than this say nothing. */
    static final int ENOUGH = 20;
    /** Added to both sides of a ratio, seconds: below it waits are alike to whoever waits. */
    private static final double SOFTENING = 5;
    /** No history makes a prediction so many times longer, or shorter. */
    private static final double MOST = 4;
    private static final double LOW = 0.1;
    private static final double HIGH = 0.9;

    private final Ratios ready;
    private final Ratios busy;
    private final double[] waits;

    private WaitHistory(List<Pair> pairs, double[] waits) {
        this.ready = Ratios.of(pairs.stream().filter(p -> p.predictedSeconds() <= SOFTENING).toList());
        this.busy = Ratios.of(pairs.stream().filter(p -> p.predictedSeconds() > SOFTENING).toList());
        this.waits = waits;
    }

    public static WaitHistory none() {
        return of(List.of());
    }

    public static WaitHistory of(List<Pair> pairs) {
        return new WaitHistory(pairs, pairs.stream().mapToDouble(Pair::actualSeconds).sorted().toArray());
    }

    /** @param waits of anybody's jobs there, in seconds, for {@link #bound} */
    public static WaitHistory of(List<Pair> pairs, double[] waits) {
        double[] sorted = waits.clone();
        Arrays.sort(sorted);
        return new WaitHistory(pairs, sorted);
    }

    /**
     * The simulated wait corrected by what was learned, with its interval; all in seconds.
     *
     * @param low, high the interval where nothing was learned
     */
    public Range correct(long simulatedSeconds, long low, long high) {
        Ratios ratios = simulatedSeconds <= SOFTENING ? ready : busy;
        if (ratios.sorted.length < ENOUGH) {
            return new Range(Duration.ofSeconds(simulatedSeconds), Duration.ofSeconds(low), Duration.ofSeconds(high), false);
        }
        return new Range(scaled(simulatedSeconds, ratios.bias), scaled(simulatedSeconds, ratios.quantile(LOW)),
                scaled(simulatedSeconds, ratios.quantile(HIGH)), true);
    }

    /**
     * What a wait exceeds in at most one of twenty cases, with 95 percent confidence, whatever its distribution: the
     * binomial method of BMBP (Brevik, Nurmi and Wolski 2006). Absent below 59 waits.
     */
    public Optional<Duration> bound() {
        return QuantileBound.of(waits).map(seconds -> Duration.ofMillis(Math.round(seconds * 1000)));
    }

    private static Duration scaled(long seconds, double ratio) {
        return Duration.ofMillis(Math.max(0, Math.round(1000 * ((seconds + SOFTENING) * ratio - SOFTENING))));
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof WaitHistory h && Arrays.equals(ready.sorted, h.ready.sorted)
                && Arrays.equals(busy.sorted, h.busy.sorted) && Arrays.equals(waits, h.waits);
    }

    @Override
    public int hashCode() {
        return 31 * Arrays.hashCode(busy.sorted) + Arrays.hashCode(waits);
    }

    /** @param bias all actual waits over all predicted ones: what keeps the mean right, not the median */
    private record Ratios(double[] sorted, double bias) {
        static Ratios of(List<Pair> pairs) {
            double predicted = pairs.stream().mapToDouble(p -> p.predictedSeconds() + SOFTENING).sum();
            double actual = pairs.stream().mapToDouble(p -> p.actualSeconds() + SOFTENING).sum();
            return new Ratios(pairs.stream().mapToDouble(p -> (p.actualSeconds() + SOFTENING)
                    / (p.predictedSeconds() + SOFTENING)).sorted().toArray(),
                    pairs.isEmpty() ? 1 : Math.clamp(actual / predicted, 1 / MOST, MOST));
        }

        double quantile(double quantile) {
            return sorted[(int) Math.min(sorted.length - 1, Math.floor(quantile * sorted.length))];
        }
    }

    /** One prediction and what became of it. */
    public record Pair(double predictedSeconds, double actualSeconds) {
    }

    /** A wait with about one time in ten below {@code low} and one in ten above {@code high}. */
    public record Range(Duration likely, Duration low, Duration high, boolean learned) {
    }
}
