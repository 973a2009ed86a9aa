package org.diamondhpc.bench.placement;

import java.util.Comparator;
import java.util.List;
import java.util.Map;

/**
 * One probe submitted to several sites at once. The job that starts first does the work; the others are cancelled.
 *
 * @param sites where it was submitted, best by prediction first
 * @param release how long a job that has started waits to be told that it is the first, in seconds
 */
record Hedge(List<String> sites, double release) {
    /** How many sites the widest hedge takes. */
    static final int MOST = 3;

    Hedge {
        sites = List.copyOf(sites);
    }

    /** @param copies so many of the sites, or all there are */
    static Hedge of(List<String> sites, int copies, double release) {
        return new Hedge(sites.subList(0, Math.min(copies, sites.size())), release);
    }

    static String name(int copies) {
        return "hedged-" + copies;
    }

    /** Where the first of its jobs starts. @param truth by site, from submission to end */
    String winner(Map<String, Double> truth) {
        return sites.stream().filter(truth::containsKey).min(Comparator.comparingDouble(truth::get)).orElse(sites.getFirst());
    }

    /**
     * What it costs others.
     *
     * @param extraJobs submitted besides the one that works
     * @param queueSeconds for which they took places in queues
     * @param nodeSeconds for which nodes were held without working, by the one that works too
     */
    record Burden(int extraJobs, double queueSeconds, double nodeSeconds) {
    }

    /** @param run of the probe, seconds */
    Burden burden(Map<String, Double> truth, double run, int nodes) {
        double start = Math.max(0, truth.getOrDefault(winner(truth), run) - run);
        double until = start + release;
        // one that starts before it can be cancelled holds its nodes until it is
        double held = sites.stream().filter(truth::containsKey).mapToDouble(s -> Math.max(0, until - Math.max(start, truth.get(s) - run)))
                .sum();
        return new Burden(sites.size() - 1, (sites.size() - 1) * start, nodes * held);
    }
}
