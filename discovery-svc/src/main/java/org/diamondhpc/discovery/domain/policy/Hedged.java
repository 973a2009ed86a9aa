package org.diamondhpc.discovery.domain.policy;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.diamondhpc.schemas.id.SiteId;

/** Several sites at once, those of the earliest predicted completion: the job that starts first does the work. */
final class Hedged implements PlacementPolicy {
    private final PlacementPolicy order = new Fastest();

    @Override
    public String name() {
        return HEDGED;
    }

    @Override
    public List<Option> rank(List<Option> options, Circumstances circumstances) {
        return order.rank(options, circumstances);
    }

    /** The best place of each site: two jobs in one queue wait for the same nodes. */
    @Override
    public List<Option> take(List<Option> ranked, int copies) {
        List<Option> taken = new ArrayList<>();
        Set<SiteId> sites = new HashSet<>();
        for (Option option : ranked) {
            if (taken.size() < copies && sites.add(option.site())) {
                taken.add(option);
            }
        }
        return taken;
    }

    @Override
    public String grounds() {
        return order.grounds();
    }
}
