package org.diamondhpc.gateway.site.domain;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;
import org.diamondhpc.schemas.id.SiteId;
import org.diamondhpc.schemas.site.AccountLimits;
import org.diamondhpc.schemas.site.NodeGroup;
import org.diamondhpc.schemas.site.PartitionState;
import org.diamondhpc.schemas.site.QueuedJob;
import org.diamondhpc.schemas.site.SiteFacts;
import org.diamondhpc.schemas.site.SiteHealth;
import org.diamondhpc.schemas.site.SiteSnapshot;
import org.diamondhpc.schemas.site.Window;

/**
 * A site in short.
 *
 * @param seenAt the last healthy look; absent: never
 * @param age how old that look is
 * @param stale whether that look is too old to tell of the queue
 * @param running visible jobs that run
 * @param pending visible jobs that wait
 * @param collections ids of the Globus collections that show its files
 * @param accounts what the tenant's logins may charge, with what is left
 * @param windows reservations and maintenance, in force or ahead
 * @param facts what changes rarely; in a list of sites without its modules; absent: not known yet
 */
public record SiteSummary(SiteId id, String description, String scheduler, String version, SiteHealth health,
        Instant seenAt, Duration age, boolean stale, int running, int pending, int ownRunning, int ownPending,
        List<Partition> partitions, Map<String, String> software, Map<String, String> labels, List<String> users,
        Amount cores, Amount gpus, List<String> collections, List<AccountLimits> accounts, List<Window> windows, SiteFacts facts) {
    /** As placement does. */
    private static final Duration OUTDATED = Duration.ofMinutes(10);

    /** So many there are on nodes that can run jobs, and so many of them are free; a shared node counts once. */
    public record Amount(long all, long free) {
        private static Amount of(List<NodeGroup> nodes, ToLongFunction<NodeGroup> all, ToLongFunction<NodeGroup> free) {
            return new Amount(nodes.stream().mapToLong(n -> n.count() * all.applyAsLong(n)).sum(),
                    nodes.stream().mapToLong(n -> n.count() * free.applyAsLong(n)).sum());
        }
    }

    /**
     * A partition in short; nodes, cores and GPUs are counted over its nodes that can run jobs.
     *
     * @param gpuTypes models, where there are GPUs
     * @param maxNodes most nodes of a job; absent: all
     * @param maxCoresPerNode most cores of a job on a node; absent: all
     * @param maxMemoryPerNodeMb most memory of a job on a node, MiB; absent: all
     * @param allowAccounts only these accounts; empty: all
     * @param allowQos only these QOS; empty: all
     * @param preemptible whether other partitions' jobs may push its jobs out
     * @param exclusiveNodes whether jobs get whole nodes
     */
    public record Partition(String name, boolean open, Duration maxTime, int nodes, int nodesIdle, long cores,
            long coresFree, long gpus, long gpusFree, List<String> gpuTypes, int running, int pending,
            Integer maxNodes, Integer maxCoresPerNode, Long maxMemoryPerNodeMb, List<String> allowAccounts,
            List<String> allowQos, boolean preemptible, boolean exclusiveNodes, List<NodeType> nodeTypes) {
    }

    /** For a list of sites. */
    public static SiteSummary of(SiteSnapshot s, Instant now) {
        return detailed(s.withFacts(s.facts() == null ? null : s.facts().brief()), now);
    }

    /** For one site. */
    public static SiteSummary detailed(SiteSnapshot s, Instant now) {
        int running = (int) s.queue().stream().filter(QueuedJob::running).count();
        List<NodeGroup> nodes = s.nodes().stream().filter(NodeGroup::available).toList();
        return new SiteSummary(s.site(), s.description(), s.family(), s.version(), s.health(), s.seenAt(),
                s.seenAt() == null ? null : Duration.between(s.seenAt(), now).withNanos(0),
                s.seenAt() == null || s.seenAt().plus(OUTDATED).isBefore(now), running,
                s.queue().size() - running, s.accounts().stream().mapToInt(a -> a.running()).sum(),
                s.accounts().stream().mapToInt(a -> a.pending()).sum(),
                s.partitions().stream().map(p -> partition(s, p)).toList(), s.software(), s.labels(),
                s.accounts().stream().map(a -> a.user()).toList(),
                Amount.of(nodes, NodeGroup::cores, NodeGroup::coresFree),
                Amount.of(nodes, NodeGroup::gpus, NodeGroup::gpusFree), s.collections(), s.accounts(), s.windows(), s.facts());
    }

    private static Partition partition(SiteSnapshot s, PartitionState p) {
        List<NodeGroup> nodes = s.nodes().stream().filter(n -> n.available() && n.partitions().contains(p.name()))
                .toList();
        List<QueuedJob> jobs = s.queue().stream().filter(j -> p.name().equals(j.partition())).toList();
        int running = (int) jobs.stream().filter(QueuedJob::running).count();
        return new Partition(p.name(), p.open(), p.maxTime(), nodes.stream().mapToInt(NodeGroup::count).sum(),
                nodes.stream().filter(n -> n.coresFree() == n.cores()).mapToInt(NodeGroup::count).sum(),
                nodes.stream().mapToLong(n -> (long) n.count() * n.cores()).sum(),
                nodes.stream().mapToLong(n -> (long) n.count() * n.coresFree()).sum(),
                nodes.stream().mapToLong(n -> (long) n.count() * n.gpus()).sum(),
                nodes.stream().mapToLong(n -> (long) n.count() * n.gpusFree()).sum(),
                nodes.stream().map(NodeGroup::gpuType).filter(t -> t != null).distinct().toList(), running,
                jobs.size() - running, p.maxNodes(), p.maxCoresPerNode(), p.maxMemoryPerNodeMb(), p.allowAccounts(),
                p.allowQos(), p.preemptible(), p.exclusiveNodes(),
                NodeType.of(s.nodes().stream().filter(n -> n.partitions().contains(p.name())).toList(), s.labels()));
    }
}
