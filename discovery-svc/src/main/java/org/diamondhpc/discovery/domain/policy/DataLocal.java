package org.diamondhpc.discovery.domain.policy;

import java.util.Comparator;
import java.util.List;

/** Where the inputs are, or are soonest; then the earliest predicted completion. */
final class DataLocal implements PlacementPolicy {
    @Override
    public String name() {
        return "data-local";
    }

    @Override
    public List<Option> rank(List<Option> options, Circumstances circumstances) {
        return options.stream().sorted(Comparator.comparing((Option o) -> o.prediction().staging())
                .thenComparing(Option::impaired)
                .thenComparing(o -> o.prediction().completion())
                .thenComparing(Option::place)).toList();
    }

    @Override
    public String grounds() {
        return "the nearness of its data";
    }
}
