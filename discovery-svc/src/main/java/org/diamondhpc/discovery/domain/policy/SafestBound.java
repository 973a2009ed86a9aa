package org.diamondhpc.discovery.domain.policy;

import java.util.Comparator;
import java.util.List;

/** The least upper bound of waits as history alone has it, without a look at the queue; places of which too little is known last. */
final class SafestBound implements PlacementPolicy {
    @Override
    public String name() {
        return "quantile-bound";
    }

    @Override
    public List<Option> rank(List<Option> options, Circumstances circumstances) {
        return options.stream().sorted(Comparator.comparing(Option::waitBound, Comparator.nullsLast(Comparator.naturalOrder()))
                .thenComparing(Option::impaired)
                .thenComparing(Option::place)).toList();
    }

    @Override
    public String grounds() {
        return "the least bound of earlier waits";
    }
}
