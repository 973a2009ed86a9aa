package org.diamondhpc.discovery.domain.verdict;

import java.util.ArrayList;
import java.util.List;
import org.diamondhpc.schemas.reason.Reason;
import org.diamondhpc.schemas.site.PartitionState;
import org.diamondhpc.schemas.spec.Resources;

/** What stands against one partition, apart from whom it lets in. */
final class PartitionObstacles {
    private final Demand demand;
    private final SiteView site;
    private final PartitionState partition;
    private final List<Obstacle> found = new ArrayList<>();

    private PartitionObstacles(Demand demand, SiteView site, PartitionState partition) {
        this.demand = demand;
        this.site = site;
        this.partition = partition;
    }

    static List<Obstacle> of(Demand demand, SiteView site, PartitionState partition) {
        PartitionObstacles obstacles = new PartitionObstacles(demand, site, partition);
        obstacles.queue();
        obstacles.sizes();
        new Nodes(demand, site, partition).obstacle().ifPresent(obstacles.found::add);
        obstacles.open();
        obstacles.earlier();
        return obstacles.found;
    }

    private void queue() {
        String queue = demand.spec().queue();
        if (queue != null && !queue.equals(partition.name())) {
            found.add(Obstacle.never("the request names the queue " + queue));
        }
    }

    private void sizes() {
        Resources asked = demand.resources();
        if (partition.maxTime() != null && demand.limit().compareTo(partition.maxTime()) > 0) {
            found.add(Obstacle.never("jobs there run at most %s, %s asked".formatted(
                    Words.of(partition.maxTime()), Words.of(demand.limit()))));
        }
        if (asked.nodes() < partition.minNodes()) {
            found.add(Obstacle.never("jobs there have at least %d nodes, %d asked".formatted(partition.minNodes(),
                    asked.nodes())));
        }
        if (partition.maxNodes() != null && asked.nodes() > partition.maxNodes()) {
            found.add(Obstacle.never("jobs there have at most %d nodes, %d asked".formatted(partition.maxNodes(),
                    asked.nodes())));
        }
        if (partition.maxCoresPerNode() != null && asked.coresPerNode() > partition.maxCoresPerNode()) {
            found.add(Obstacle.never("jobs there have at most %d cores a node, %d asked".formatted(
                    partition.maxCoresPerNode(), asked.coresPerNode())));
        }
        if (partition.maxMemoryPerNodeMb() != null && demand.memoryMb() > partition.maxMemoryPerNodeMb()) {
            found.add(Obstacle.never("jobs there have at most %d MiB of memory a node, %d asked".formatted(
                    partition.maxMemoryPerNodeMb(), demand.memoryMb())));
        }
    }

    private void open() {
        if (!partition.open()) {
            found.add(Obstacle.notNow(Reason.PLACEMENT_NO_SITE_AVAILABLE,
                    "the partition is %s".formatted(partition.state())));
        }
    }

    private void earlier() {
        demand.order().excluded().stream()
                .filter(e -> e.partition() != null && e.rulesOut(site.id(), partition.name()))
                .forEach(e -> found.add(Obstacle.barred(Reason.SCHEDULER_REFUSED, "an earlier attempt: " + e.why())));
        demand.setbacks().stream()
                .filter(s -> s.partition() != null && s.holds(site.id(), partition.name(), demand.now()))
                .forEach(s -> found.add(Obstacle.notNow(s.problem().reason(),
                        "refused a short time ago: " + s.problem().detail())));
    }
}
