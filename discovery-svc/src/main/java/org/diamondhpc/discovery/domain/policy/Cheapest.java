package org.diamondhpc.discovery.domain.policy;

import java.util.Comparator;
import java.util.List;

/** The least charge to the allocation; then the earliest predicted completion. */
final class Cheapest implements PlacementPolicy {
    @Override
    public String name() {
        return "cheapest";
    }

    @Override
    public List<Option> rank(List<Option> options, Circumstances circumstances) {
        return options.stream().sorted(Comparator.comparingDouble(Option::charge)
                .thenComparing(Option::impaired)
                .thenComparing(o -> o.prediction().completion())
                .thenComparing(Option::place)).toList();
    }

    @Override
    public String grounds() {
        return "the least charge";
    }
}
