package org.diamondhpc.discovery.domain.policy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;

/** Each place in its turn. */
final class RoundRobin implements PlacementPolicy {
    @Override
    public String name() {
        return "round-robin";
    }

    @Override
    public List<Option> rank(List<Option> options, Circumstances circumstances) {
        List<Option> all = new ArrayList<>(options);
        all.sort(Comparator.comparing(Option::place));
        Collections.rotate(all, -(int) (circumstances.turn() % Math.max(1, all.size())));
        return List.copyOf(all);
    }

    @Override
    public String grounds() {
        return "being next in turn";
    }
}
