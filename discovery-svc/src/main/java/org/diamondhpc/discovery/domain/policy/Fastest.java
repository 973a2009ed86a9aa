package org.diamondhpc.discovery.domain.policy;

import java.util.Comparator;
import java.util.List;
import org.diamondhpc.schemas.task.Prediction;

/**
 * The earliest predicted completion, later by a little where it is unsure or the site has spoiled attempts, and by a
 * minute or a tenth where the site is not in order; among equals the
 * place with more room, then the one that got less of late.
 */
final class Fastest implements PlacementPolicy {
    /** Predictions closer than this are equal: staging and scheduling jitter are of this order. */
    private static final long EQUAL_MILLIS = 2000;
    /** What a site that is not in order is counted as slower: it may break on, and its job may be found out later. */
    private static final long RISK_MILLIS = 60_000;
    private static final long RISK_DIVISOR = 10;
    /** What a second counts by which the wait may well be longer than foreseen. */
    private static final double UNSURE = 0.02;

    @Override
    public String name() {
        return "fastest";
    }

    @Override
    public List<Option> rank(List<Option> options, Circumstances circumstances) {
        long best = options.stream().mapToLong(Fastest::millis).min().orElse(0);
        long equal = Math.max(EQUAL_MILLIS, best / 100);
        return options.stream().sorted(Comparator.comparingLong((Option o) -> Math.max(0, millis(o) - best) / equal)
                .thenComparing(Comparator.comparingInt(Option::copiesNow).reversed())
                .thenComparingInt(Option::recent)
                .thenComparing(o -> !o.isDefault())
                .thenComparing(Option::place)).toList();
    }

    @Override
    public String grounds() {
        return "the earliest predicted completion";
    }

    private static long millis(Option option) {
        Prediction prediction = option.prediction();
        long millis = prediction.completion().toMillis();
        long unsure = Math.max(0, prediction.waitHigh().minus(prediction.waiting()).toMillis());
        // an attempt that the site spoils is done all over
        millis += Math.round(UNSURE * unsure + option.failureRate() * millis);
        return option.impaired() ? millis + Math.max(RISK_MILLIS, millis / RISK_DIVISOR) : millis;
    }
}
