package org.diamondhpc.bench.placement;

import java.util.Map;

/**
 * One matched round.
 *
 * @param at when, seconds
 * @param nodes of the probe
 * @param limit of the probe, seconds
 * @param run how long the probe itself ran, seconds
 * @param predicted mean wait by site as the default policy foresaw it, seconds
 * @param truth how long the probe took from its submission to its end, by site, seconds; absent where it failed
 * @param choices the site that each policy chose; of one that takes several, where the first job started
 * @param hedges what each policy that takes several sites submitted
 * @param journeys what became of it with policies that move it while it waits; their choice is where it ended
 */
record Round(String id, long at, int nodes, long limit, long run,
        Map<String, Double> predicted, Map<String, Double> truth,
        Map<String, String> choices, Map<String, Hedge> hedges, Map<String, Journey> journeys) {
    static final String FIXED = "fixed: ";

    Round {
        predicted = Map.copyOf(predicted);
        truth = Map.copyOf(truth);
        choices = Map.copyOf(choices);
        hedges = Map.copyOf(hedges);
        journeys = Map.copyOf(journeys);
    }

    double best() {
        return truth.values().stream().mapToDouble(Double::doubleValue).min().orElseThrow();
    }

    /** Seconds later than at the fastest site; where the chosen site failed, as much as the slowest of all and the limit. */
    double additional(String policy) {
        if (journeys.containsKey(policy)) {
            return journeys.get(policy).seconds() - best();
        }
        Double chosen = truth.get(choices.get(policy));
        double worst = truth.values().stream().mapToDouble(Double::doubleValue).max().orElseThrow();
        double told = hedges.containsKey(policy) ? hedges.get(policy).release() : 0;
        return (chosen == null ? worst + limit : chosen) + told - best();
    }

    Hedge.Burden burden(String policy) {
        return hedges.get(policy).burden(truth, run, nodes);
    }

    /** Whether several sites were equally fast. */
    boolean tied() {
        return truth.values().stream().filter(t -> t <= best()).count() > 1;
    }
}
