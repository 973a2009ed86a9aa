package org.diamondhpc.discovery.domain.wait;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;

/**
 * What earlier predictions for a place were worth: quantiles of the actual wait over the predicted one, without any
 * assumption on how they are distributed.
 */
public final class WaitHistory {
    /** Fewer pairs than this say nothing. */
    static final int ENOUGH = 20;
    /** Added to both sides of a ratio, seconds: below it waits are alike to whoever waits. */
    private static final double SOFTENING = 5;

    private final double[] ratios;

    private WaitHistory(double[] ratios) {
        this.ratios = ratios;
    }

    public static WaitHistory none() {
        return new WaitHistory(new double[0]);
    }

    public static WaitHistory of(List<Pair> pairs) {
        return new WaitHistory(pairs.stream()
                .mapToDouble(p -> (p.actualSeconds() + SOFTENING) / (p.predictedSeconds() + SOFTENING))
                .sorted().toArray());
    }

    /** The simulated wait corrected by what was learned, with its interval. */
    public Range correct(long simulatedSeconds) {
        if (ratios.length < ENOUGH) {
            return new Range(Duration.ofSeconds(simulatedSeconds), Duration.ofSeconds(simulatedSeconds / 4),
                    Duration.ofSeconds(10 + simulatedSeconds + simulatedSeconds / 2), false);
        }
        return new Range(scaled(simulatedSeconds, 0.5), scaled(simulatedSeconds, 0.1), scaled(simulatedSeconds, 0.9),
                true);
    }

    private Duration scaled(long seconds, double quantile) {
        double ratio = ratios[(int) Math.min(ratios.length - 1, Math.floor(quantile * ratios.length))];
        return Duration.ofMillis(Math.max(0, Math.round(1000 * ((seconds + SOFTENING) * ratio - SOFTENING))));
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof WaitHistory h && Arrays.equals(ratios, h.ratios);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(ratios);
    }

    /** One prediction and what became of it. */
    public record Pair(double predictedSeconds, double actualSeconds) {
    }

    /** A wait with about one time in ten below {@code low} and one in ten above {@code high}. */
    public record Range(Duration likely, Duration low, Duration high, boolean learned) {
    }
}
