package org.diamondhpc.bench.placement;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;
import org.diamondhpc.bench.report.Samples;

/**
 * How a policy did: completion later than at the fastest site, in seconds.
 *
 * @param low, high of the mean, 95 percent by bootstrap
 * @param best share of rounds in which it chose a fastest site
 * @param fewer, more rounds in which the default policy was better, and worse, than this one
 * @param sign the sign test's p for that
 * @param failed rounds in which the chosen site failed the job
 */
record Score(String policy, double median, double mean, double low, double high, double p90, double best, int fewer,
        int more, double sign, int failed) {
    static final List<String> HEAD = List.of("policy", "median_s", "mean_s", "mean_low_s", "mean_high_s", "p90_s", "best",
            "default_better", "default_worse", "sign_test_p", "failed");

    /** By the mean, least first. */
    static List<Score> of(List<Round> rounds, long seed) {
        List<Score> scores = new ArrayList<>();
        for (String policy : new TreeSet<>(rounds.getFirst().choices().keySet())) {
            if (rounds.stream().allMatch(r -> r.choices().containsKey(policy))) {
                scores.add(of(policy, rounds, seed));
            }
        }
        scores.sort(Comparator.comparingDouble(Score::mean).thenComparing(Score::policy));
        return scores;
    }

    private static Score of(String policy, List<Round> rounds, long seed) {
        double[] later = rounds.stream().mapToDouble(r -> r.additional(policy)).toArray();
        Samples samples = Samples.of(rounds.stream().map(r -> r.additional(policy)).toList());
        int better = (int) rounds.stream().filter(r -> r.additional(Chooser.DEFAULT) < r.additional(policy)).count();
        int worse = (int) rounds.stream().filter(r -> r.additional(Chooser.DEFAULT) > r.additional(policy)).count();
        int best = (int) rounds.stream().filter(r -> r.additional(policy) <= 0).count();
        int failed = (int) rounds.stream().filter(r -> !r.truth().containsKey(r.choices().get(policy))).count();
        Statistics.Interval mean = Statistics.bootstrap(later, seed);
        return new Score(policy, samples.median(), Statistics.mean(later), mean.low(), mean.high(),
                samples.percentile(90), (double) best / rounds.size(), better, worse, Statistics.signTest(better, worse), failed);
    }

    boolean fixed() {
        return policy.startsWith(Round.FIXED);
    }

    List<?> row() {
        return List.of(policy, median, mean, low, high, p90, best, fewer, more, sign, failed);
    }
}
