package org.diamondhpc.discovery.domain.policy;

import java.util.Comparator;
import java.util.List;

/** The fewest jobs waiting ahead, those just placed included. */
final class ShortestQueue implements PlacementPolicy {
    @Override
    public String name() {
        return "shortest-queue";
    }

    @Override
    public List<Option> rank(List<Option> options, Circumstances circumstances) {
        return options.stream().sorted(Comparator.comparingInt((Option o) -> o.load().waiting() + o.recent())
                .thenComparing(Option::impaired)
                .thenComparing(o -> o.prediction().completion())
                .thenComparing(Option::place)).toList();
    }

    @Override
    public String grounds() {
        return "the shortest queue";
    }
}
