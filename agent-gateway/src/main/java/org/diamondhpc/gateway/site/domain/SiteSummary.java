package org.diamondhpc.gateway.site.domain;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;
import org.diamondhpc.schemas.id.SiteId;
import org.diamondhpc.schemas.site.NodeGroup;
import org.diamondhpc.schemas.site.PartitionState;
import org.diamondhpc.schemas.site.QueuedJob;
import org.diamondhpc.schemas.site.SiteHealth;
import org.diamondhpc.schemas.site.SiteSnapshot;

/**
 * A site in short.
 *
 * @param seenAt the last healthy look; absent: never
 * @param age how old that look is
 * @param running visible jobs that run
 * @param pending visible jobs that wait
 * @param collections ids of the Globus collections that show its files
 */
public record SiteSummary(SiteId id, String description, String scheduler, String version, SiteHealth health,
        Instant seenAt, Duration age, int running, int pending, int ownRunning, int ownPending,
        List<Partition> partitions, Map<String, String> software, Map<String, String> labels, List<String> users,
        Amount cores, Amount gpus, List<String> collections) {
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
     */
    public record Partition(String name, boolean open, Duration maxTime, int nodes, int nodesIdle, long cores,
            long coresFree, long gpus, long gpusFree, List<String> gpuTypes, int running, int pending) {
    }

    public static SiteSummary of(SiteSnapshot s, Instant now) {
        int running = (int) s.queue().stream().filter(QueuedJob::running).count();
        List<NodeGroup> nodes = s.nodes().stream().filter(NodeGroup::available).toList();
        return new SiteSummary(s.site(), s.description(), s.family(), s.version(), s.health(), s.seenAt(),
                s.seenAt() == null ? null : Duration.between(s.seenAt(), now).withNanos(0), running,
                s.queue().size() - running, s.accounts().stream().mapToInt(a -> a.running()).sum(),
                s.accounts().stream().mapToInt(a -> a.pending()).sum(),
                s.partitions().stream().map(p -> partition(s, p)).toList(), s.software(), s.labels(),
                s.accounts().stream().map(a -> a.user()).toList(),
                Amount.of(nodes, NodeGroup::cores, NodeGroup::coresFree),
                Amount.of(nodes, NodeGroup::gpus, NodeGroup::gpusFree), s.collections());
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
                jobs.size() - running);
    }
}
