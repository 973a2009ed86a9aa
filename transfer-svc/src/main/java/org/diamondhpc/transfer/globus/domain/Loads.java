package org.diamondhpc.transfer.globus.domain;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Which consignments go with the next shipments. Globus runs few tasks of a user at once and lets the others queue, so
 * while all its places are taken what waits for the same way gathers and then goes as one.
 */
public final class Loads {
    private Loads() {
    }

    /** What one shipment takes. */
    public record Load(Way way, List<Consignment> consignments) {
        public Load {
            consignments = List.copyOf(consignments);
        }
    }

    /**
     * @param free how many shipments may be added
     * @param mostItems of one shipment; a consignment with more goes alone
     */
    public static List<Load> plan(List<Consignment> waiting, int free, int mostItems) {
        List<Load> loads = new ArrayList<>();
        Map<Way, List<Consignment>> open = new LinkedHashMap<>();
        Map<Way, Integer> items = new LinkedHashMap<>();
        for (Consignment next : waiting.stream().sorted(Comparator.comparing(Consignment::createdAt)).toList()) {
            int size = next.lines().size();
            if (next.alone() || size >= mostItems) {
                loads.add(new Load(next.way(), List.of(next)));
                continue;
            }
            if (items.getOrDefault(next.way(), 0) + size > mostItems) {
                loads.add(new Load(next.way(), open.remove(next.way())));
                items.remove(next.way());
            }
            open.computeIfAbsent(next.way(), w -> new ArrayList<>()).add(next);
            items.merge(next.way(), size, Integer::sum);
        }
        open.forEach((way, consignments) -> loads.add(new Load(way, consignments)));
        loads.sort(Comparator.comparing(l -> l.consignments().getFirst().createdAt()));
        return List.copyOf(loads.subList(0, Math.max(0, Math.min(free, loads.size()))));
    }
}
