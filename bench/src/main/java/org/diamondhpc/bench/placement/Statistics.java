package org.diamondhpc.bench.placement;

import java.util.Arrays;
import java.util.Random;

/** What samples say of the mean and of a difference, without assuming how they are distributed. */
final class Statistics {
    private static final int RESAMPLES = 2000;
    private static final double TAIL = 0.025;

    private Statistics() {
    }

    static double mean(double[] values) {
        return Arrays.stream(values).average().orElseThrow();
    }

    /** The middle 95 percent of means of resamples (Efron 1979, percentile method). */
    static Interval bootstrap(double[] values, long seed) {
        Random random = new Random(seed);
        double[] means = new double[RESAMPLES];
        for (int i = 0; i < RESAMPLES; i++) {
            double sum = 0;
            for (int n = 0; n < values.length; n++) {
                sum += values[random.nextInt(values.length)];
            }
            means[i] = sum / values.length;
        }
        Arrays.sort(means);
        return new Interval(means[(int) (TAIL * RESAMPLES)], means[(int) ((1 - TAIL) * RESAMPLES) - 1]);
    }

    /**
     * The two-sided sign test: how likely so lopsided a result is if neither were better. Ties are left out.
     *
     * @param better, worse how often one was less, and was more, than the other
     */
    static double signTest(int better, int worse) {
        int n = better + worse;
        double tail = 0;
        double log = -n * Math.log(2);
        for (int k = 0; k <= Math.min(better, worse); k++) {
            tail += Math.exp(log);
            log += Math.log(n - k) - Math.log(k + 1);
        }
        return Math.min(1, 2 * tail);
    }

    record Interval(double low, double high) {
    }
}
