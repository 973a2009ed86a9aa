package org.diamondhpc.discovery.domain.verdict;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.diamondhpc.discovery.domain.wait.NodeNeed;
import org.diamondhpc.schemas.reason.Reason;
import org.diamondhpc.schemas.site.NodeGroup;
import org.diamondhpc.schemas.site.PartitionState;
import org.diamondhpc.schemas.spec.Resources;

/** Whether a partition has enough nodes of the size and kind a task asks for, and whether they are up. */
final class Nodes {
    private final Demand demand;
    private final Resources asked;
    private final NodeNeed need;
    private final Set<String> avoided;
    private final List<NodeGroup> groups;

    Nodes(Demand demand, SiteView site, PartitionState partition) {
        this.demand = demand;
        this.asked = demand.resources();
        this.need = demand.need(site);
        this.avoided = demand.avoided(site.id(), partition.name());
        this.groups = site.snapshot().nodes().stream()
                .filter(g -> partition.name() == null || g.partitions().contains(partition.name())).toList();
    }

    /** Names of nodes that are up, fit and are not avoided. */
    Set<String> usable() {
        List<Test> tests = tests();
        return groups.stream().filter(NodeGroup::available).filter(g -> tests.stream().allMatch(t -> t.holds().test(g)))
                .flatMap(g -> g.names().stream()).filter(n -> !avoided.contains(n)).collect(Collectors.toSet());
    }

    Optional<Obstacle> obstacle() {
        List<NodeGroup> left = groups;
        for (Test test : tests()) {
            left = left.stream().filter(test.holds()).toList();
            if (count(left) < asked.nodes()) {
                return Optional.of(Obstacle.never(few(count(left), test.what())));
            }
        }
        int up = count(left.stream().filter(NodeGroup::available).toList());
        return up >= asked.nodes() ? Optional.empty() : Optional.of(Obstacle.notNow(
                Reason.PLACEMENT_NO_SITE_AVAILABLE, "only %d of the %d nodes that fit are up, %d asked".formatted(
                        up, count(left), asked.nodes())));
    }

    private String few(int count, String what) {
        return "%s%s%s, %d asked".formatted(
                count == 0 ? "no node" : "only %d node%s".formatted(count, count == 1 ? "" : "s"), what,
                avoided.isEmpty() ? "" : " besides the %d that earlier attempts ruled out".formatted(avoided.size()),
                asked.nodes());
    }

    /** In the order in which a person would look; each says at the end of a sentence what was asked for. */
    private List<Test> tests() {
        int most = groups.stream().mapToInt(NodeGroup::cores).max().orElse(0);
        long memory = groups.stream().mapToLong(NodeGroup::memoryMb).max().orElse(0);
        return List.of(
                new Test("", group -> true),
                new Test(" of architecture " + demand.architectures(), g -> demand.served(architecture(g))),
                new Test(" with the features " + need.features(), g -> g.features().containsAll(need.features())),
                new Test(" with %d %sGPUs".formatted(need.gpus(), need.gpuType() == null ? "" : need.gpuType() + " "),
                        g -> need.gpus(g.gpus(), g.gpuType())),
                new Test(" with %d cores (the largest has %d)".formatted(asked.coresPerNode(), most),
                        g -> g.cores() >= asked.coresPerNode()),
                new Test(" with %d MiB of memory (the largest has %d)".formatted(demand.memoryMb(), memory),
                        g -> g.memoryMb() >= demand.memoryMb()));
    }

    private String architecture(NodeGroup group) {
        return group.architecture() == null || group.architecture().isBlank() ? need.siteArchitecture()
                : group.architecture();
    }

    private int count(List<NodeGroup> some) {
        return some.stream().mapToInt(g -> avoided.isEmpty() ? g.count()
                : (int) g.names().stream().filter(n -> !avoided.contains(n)).count()).sum();
    }

    private record Test(String what, Predicate<NodeGroup> holds) {
    }
}
