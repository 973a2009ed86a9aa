package org.diamondhpc.discovery.domain.wait;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Nodes that are alike in kind and future, so that a cluster of thousands is a few hundred cells.
 *
 * @param free what is free on each
 * @param guarded what is free on each for those who must not delay the head of the queue
 */
record Cell(NodeKind kind, List<String> names, Timeline free, Timeline guarded) {
    static Cell of(NodeKind kind, List<String> names, Timeline free) {
        return new Cell(kind, names, free, free);
    }

    int usable(Set<String> avoid) {
        if (avoid.isEmpty()) {
            return names.size();
        }
        int usable = 0;
        for (String name : names) {
            usable += avoid.contains(name) ? 0 : 1;
        }
        return usable;
    }

    Cell unguarded() {
        return guarded == free ? this : of(kind, names, free);
    }

    /** Cells that have become alike are one again. */
    static List<Cell> merged(List<Cell> cells) {
        record Alike(NodeKind kind, Timeline free, Timeline guarded) {
        }
        Map<Alike, List<String>> alike = new LinkedHashMap<>();
        for (Cell cell : cells) {
            alike.computeIfAbsent(new Alike(cell.kind, cell.free, cell.guarded), k -> new ArrayList<>()).addAll(cell.names);
        }
        List<Cell> merged = new ArrayList<>(alike.size());
        alike.forEach((key, names) -> merged.add(new Cell(key.kind, List.copyOf(names), key.free,
                key.guarded.equals(key.free) ? key.free : key.guarded)));
        return merged;
    }
}
