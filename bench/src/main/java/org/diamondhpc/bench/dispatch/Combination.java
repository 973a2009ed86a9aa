package org.diamondhpc.bench.dispatch;

import java.util.ArrayList;
import java.util.List;

/**
 * One point of the five dimensions: 3 shapes × 3 supplies × 3 kinds of work × 2 affinities × 2 wordings are 108; each in four
 * styles makes 432 requests. Amounts and sites vary with the number.
 *
 * @param number from 0, in the order of {@link #all()}
 */
record Combination(int number, Shape shape, Supply supply, Work work, Affinity affinity, Wording wording) {
    static final int COUNT = 108;
    /** Time limits in seconds; one is no whole minute, which Slurm rounds up. */
    private static final int[] LIMITS = {420, 720, 1530, 1800, 5400};

    static List<Combination> all() {
        List<Combination> all = new ArrayList<>();
        for (Shape shape : Shape.values()) {
            for (Supply supply : Supply.values()) {
                for (Work work : Work.values()) {
                    for (Affinity affinity : Affinity.values()) {
                        for (Wording wording : Wording.values()) {
                            all.add(new Combination(all.size(), shape, supply, work, affinity, wording));
                        }
                    }
                }
            }
        }
        return all;
    }

    boolean first() {
        return wording == Wording.FIRST;
    }

    boolean home() {
        return affinity == Affinity.HOME;
    }

    /** The site it is tied to, or the first of those it may go to: each able one in turn. */
    Site site() {
        List<Site> able = Site.able(shape, supply);
        return able.get(number / 2 % able.size());
    }

    /** Another able one; the same where there is but one. */
    Site otherSite() {
        List<Site> able = Site.able(shape, supply);
        return able.get((number / 2 + 1) % able.size());
    }

    int seconds() {
        return LIMITS[number % LIMITS.length];
    }

    /** In MiB, of each core. */
    int memoryPerCore() {
        return 256 * (1 + number % 3);
    }

    /** In MiB, of each node. */
    int memoryPerNode() {
        return supply == Supply.CORE_MEMORY ? memoryPerCore() * shape.coresPerNode() : 1024 * (2 + number % 3);
    }

    int gpusPerNode() {
        return supply == Supply.GPU ? shape.processes() : 0;
    }

    /** The model that is named: at home the site's own, elsewhere where one site alone has enough. Null: none. */
    String gpuType() {
        return supply == Supply.GPU && (home() || shape != Shape.THREADS) ? site().gpuType() : null;
    }

    /** Those of a home are named where they let the job run. */
    String queue() {
        return home() ? site().queue() : null;
    }

    String account() {
        return home() ? site().account() : null;
    }

    String qos() {
        return home() && seconds() <= Site.EXPRESS ? site().qos() : null;
    }

    String name() {
        return "dispatch-%03d".formatted(number);
    }
}
