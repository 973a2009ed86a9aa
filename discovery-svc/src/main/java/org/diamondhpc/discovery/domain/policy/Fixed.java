package org.diamondhpc.discovery.domain.policy;

import java.util.Comparator;
import java.util.List;

/** The first site of those the request names, else the first by name, however busy it is. */
final class Fixed implements PlacementPolicy {
    @Override
    public String name() {
        return "fixed";
    }

    @Override
    public List<Option> rank(List<Option> options, Circumstances circumstances) {
        return options.stream().sorted(Comparator.comparingInt((Option o) -> position(o, circumstances))
                .thenComparing(o -> o.site().value())
                .thenComparing(o -> !o.isDefault())
                .thenComparing(Option::place)).toList();
    }

    private static int position(Option option, Circumstances circumstances) {
        int at = circumstances.named().indexOf(option.site());
        return at < 0 ? Integer.MAX_VALUE : at;
    }

    @Override
    public String grounds() {
        return "being named first";
    }
}
