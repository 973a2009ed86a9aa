package org.diamondhpc.discovery.domain.policy;

import java.util.Comparator;
import java.util.List;
import org.diamondhpc.schemas.id.AttemptId;

/** The fewest jobs waiting ahead, those just placed included. */
final class ShortestQueue implements PlacementPolicy {
    @Override
    public String name() {
        return "shortest-queue";
    }

    @Override
    public List<Option> rank(List<Option> options, AttemptId attempt) {
        return options.stream().sorted(Comparator.comparingInt((Option o) -> o.waitingAhead() + o.recent())
                .thenComparing(Option::impaired)
                .thenComparing(o -> o.prediction().completion())
                .thenComparing(Option::place)).toList();
    }

    @Override
    public String grounds() {
        return "the shortest queue";
    }
}
