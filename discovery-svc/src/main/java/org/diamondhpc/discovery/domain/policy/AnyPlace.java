package org.diamondhpc.discovery.domain.policy;

import java.util.Comparator;
import java.util.List;

/** Any place that can run it, as the attempt's id has it: a baseline to compare other policies with. */
final class AnyPlace implements PlacementPolicy {
    @Override
    public String name() {
        return "random";
    }

    @Override
    public List<Option> rank(List<Option> options, Circumstances circumstances) {
        return options.stream().sorted(Comparator.comparingInt((Option o) -> mixed(circumstances.attempt() + "@" + o.place()))
                .thenComparing(Option::place)).toList();
    }

    @Override
    public String grounds() {
        return "chance";
    }

    /** MurmurHash3's finalizer: neighbouring ids must not rank alike. */
    private static int mixed(String text) {
        int h = text.hashCode();
        h = (h ^ (h >>> 16)) * 0x85ebca6b;
        h = (h ^ (h >>> 13)) * 0xc2b2ae35;
        return h ^ (h >>> 16);
    }
}
