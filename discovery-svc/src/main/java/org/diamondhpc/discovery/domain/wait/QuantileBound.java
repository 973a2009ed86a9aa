package org.diamondhpc.discovery.domain.wait;

import java.util.Optional;

/**
 * The upper confidence bound of a quantile by the binomial method, as in BMBP (Brevik, Nurmi and Wolski, "Predicting bounds
 * on queuing delay for batch-scheduled parallel machines", PPoPP 2006): the smallest order statistic that lies above the
 * quantile with the wanted confidence.
 */
final class QuantileBound {
    private static final double QUANTILE = 0.95;
    private static final double CONFIDENCE = 0.95;

    private QuantileBound() {
    }

    /** @param ascending what was observed; empty where it is too little */
    static Optional<Double> of(double[] ascending) {
        int n = ascending.length;
        double below = 0;
        for (int k = 0; k < n; k++) {
            // the chance that exactly k observations lie below the quantile, in logarithms since n may be large
            below += Math.exp(logChoose(n, k) + k * Math.log(QUANTILE) + (n - k) * Math.log(1 - QUANTILE));
            if (below >= CONFIDENCE) {
                return Optional.of(ascending[k]);
            }
        }
        return Optional.empty();
    }

    private static double logChoose(int n, int k) {
        double sum = 0;
        for (int i = 1; i <= k; i++) {
            sum += Math.log(n - k + i) - Math.log(i);
        }
        return sum;
    }
}
