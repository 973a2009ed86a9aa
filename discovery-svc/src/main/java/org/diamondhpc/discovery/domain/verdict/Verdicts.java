package org.diamondhpc.discovery.domain.verdict;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.diamondhpc.discovery.domain.wait.Ask;
import org.diamondhpc.discovery.domain.wait.Slice;
import org.diamondhpc.schemas.reason.Reason;
import org.diamondhpc.schemas.site.AccountLimits;
import org.diamondhpc.schemas.site.PartitionState;
import org.diamondhpc.schemas.spec.Resources;

/** Rules on every place of a site. */
public final class Verdicts {
    private Verdicts() {
    }

    /**
     * One ruling for each partition, or a single one on the whole site where nothing about a partition could change
     * it.
     */
    public static List<Ruling> rule(Demand demand, SiteView site) {
        List<Obstacle> whole = SiteObstacles.of(demand, site);
        AccountLimits login = site.account(demand.order().tenant()).orElse(null);
        List<PartitionState> partitions = site.partitions();
        if (whole.stream().anyMatch(o -> !o.passing()) || partitions.isEmpty()) {
            return List.of(new Ruling(site.id(), null, nothingKnown(whole, partitions), login, Billing.NONE));
        }
        Optional<Obstacle> queue = unknownQueue(demand, partitions);
        if (queue.isPresent()) {
            return List.of(new Ruling(site.id(), null, List.of(queue.get()), login, Billing.NONE));
        }
        return partitions.stream().map(p -> rule(demand, site, p, login, whole)).toList();
    }

    /** What the job needs there, for the simulation. */
    public static Ask ask(Demand demand, SiteView site, PartitionState partition) {
        Resources asked = demand.resources();
        boolean whole = asked.exclusive() || partition.exclusiveNodes();
        Set<String> avoided = Avoided.of(demand, site, partition);
        return new Ask(partition.name(), asked.nodes(),
                new Slice(asked.coresPerNode(), memory(demand, partition), asked.gpusPerNode(), whole),
                demand.need(site), avoided, demand.limit().toSeconds(),
                site.account(demand.order().tenant()).map(AccountLimits::owner).orElse(null));
    }

    private static long memory(Demand demand, PartitionState partition) {
        if (demand.memoryMb() > 0) {
            return demand.memoryMb();
        }
        return partition.defaultMemoryPerCoreMb() == null ? Slice.ALL_MEMORY
                : partition.defaultMemoryPerCoreMb() * demand.resources().coresPerNode();
    }

    private static Ruling rule(Demand demand, SiteView site, PartitionState partition, AccountLimits login,
            List<Obstacle> whole) {
        List<Obstacle> all = new ArrayList<>(whole);
        all.addAll(PartitionObstacles.of(demand, site, partition));
        Charging charging = Charging.of(demand, site, partition, login);
        all.addAll(charging.obstacles());
        Optional<Opening> opening = opening(demand, site, partition, all);
        opening.filter(o -> o.at() == null).ifPresent(o -> all.add(Obstacle.notNow(Reason.PLACEMENT_NO_SITE_AVAILABLE,
                o.why())));
        return new Ruling(site.id(), partition, all, login, charging.billing(), Avoided.of(demand, site, partition),
                opening.orElse(null));
    }

    /** Only of places that can run it: reservations of others are no news. */
    private static Optional<Opening> opening(Demand demand, SiteView site, PartitionState partition,
            List<Obstacle> obstacles) {
        Openings openings = new Openings(demand, site, partition);
        return !obstacles.isEmpty() || !openings.matter() ? Optional.empty()
                : openings.after(new Nodes(demand, site, partition).usable(), demand.now());
    }

    /** A site whose partitions nobody knows cannot be ruled on for good. */
    private static List<Obstacle> nothingKnown(List<Obstacle> whole, List<PartitionState> partitions) {
        return !whole.isEmpty() || !partitions.isEmpty() ? whole
                : List.of(Obstacle.notNow(Reason.PLACEMENT_NO_SITE_AVAILABLE, "shows no partitions"));
    }

    private static Optional<Obstacle> unknownQueue(Demand demand, List<PartitionState> partitions) {
        String queue = demand.spec().queue();
        return queue == null || partitions.stream().anyMatch(p -> queue.equals(p.name())) ? Optional.empty()
                : Optional.of(Obstacle.never(partitions.getFirst().name() == null
                        ? "has no queues, the request names " + queue
                        : "has no queue %s; it has %s".formatted(queue, partitions.stream().map(PartitionState::name)
                                .collect(Collectors.joining(", ")))));
    }
}
