package org.diamondhpc.discovery.domain.policy;

import java.util.Comparator;
import java.util.List;

/** The least work ahead for each core, all jobs taken to run to their limits. */
final class LeastWork implements PlacementPolicy {
    @Override
    public String name() {
        return "least-work";
    }

    @Override
    public List<Option> rank(List<Option> options, Circumstances circumstances) {
        return options.stream().sorted(Comparator.comparingLong((Option o) -> o.load().workSeconds())
                .thenComparing(Option::impaired)
                .thenComparing(Option::place)).toList();
    }

    @Override
    public String grounds() {
        return "the least work ahead";
    }
}
