package org.diamondhpc.discovery.domain.policy;

import java.util.Comparator;
import java.util.List;

/** The most cores that no job has. */
final class MostIdle implements PlacementPolicy {
    @Override
    public String name() {
        return "most-idle";
    }

    @Override
    public List<Option> rank(List<Option> options, Circumstances circumstances) {
        return options.stream().sorted(Comparator.comparingInt((Option o) -> -o.load().idleCores())
                .thenComparing(Option::impaired)
                .thenComparing(Option::place)).toList();
    }

    @Override
    public String grounds() {
        return "the most idle cores";
    }
}
