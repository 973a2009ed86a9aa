package org.diamondhpc.gateway.site.domain;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;
import java.util.regex.Pattern;
import org.diamondhpc.schemas.Absent;
import org.diamondhpc.schemas.site.NodeGroup;

/**
 * Nodes of a partition that are built alike, whatever they do now.
 *
 * @param memoryMb of each, MiB
 * @param gpuType absent: no GPUs
 * @param gpus of each
 * @param interconnect as features or the site's label tell it; absent: not told
 * @param nodesUp those that can run jobs
 * @param nodesIdle those of them with nothing on them
 * @param coresFree on nodes that can run jobs, altogether
 * @param gpusFree likewise
 */
public record NodeType(String architecture, int cores, long memoryMb, String gpuType, int gpus, String interconnect,
        List<String> features, int nodes, int nodesUp, int nodesIdle, long coresFree, long gpusFree) {
    /** Words that sites use as node features for their networks. */
    private static final Pattern NETWORK = Pattern.compile(
            "(ib|infiniband|sdr|ddr|qdr|fdr|edr|hdr|hdr100|hdr200|ndr|ndr200|ndr400|xdr|opa|omnipath|omni-path|slingshot"
                    + "|slingshot-?1[01]|ss11|ss10|aries|gemini|roce|efa|tofud?|ethernet|[0-9]+gbe?|[0-9]+ge)",
            Pattern.CASE_INSENSITIVE);
    private static final String LABEL = "interconnect";
    private static final String ARCHITECTURE = "architecture";

    public NodeType {
        features = Absent.list(features);
    }

    /** What tells one type from another. */
    private record Kind(String architecture, int cores, long memoryMb, String gpuType, int gpus, List<String> features) {
    }

    /** @param labels the site's, for what its nodes do not say themselves */
    static List<NodeType> of(List<NodeGroup> groups, Map<String, String> labels) {
        Map<Kind, List<NodeGroup>> byKind = new LinkedHashMap<>();
        groups.forEach(g -> byKind.computeIfAbsent(new Kind(g.architecture() == null || g.architecture().isBlank()
                ? labels.get(ARCHITECTURE) : g.architecture(), g.cores(), g.memoryMb(), g.gpuType(), g.gpus(),
                g.features()), k -> new ArrayList<>()).add(g));
        return byKind.entrySet().stream().map(e -> one(e.getKey(), e.getValue(), labels)).toList();
    }

    private static NodeType one(Kind kind, List<NodeGroup> all, Map<String, String> labels) {
        List<NodeGroup> up = all.stream().filter(NodeGroup::available).toList();
        return new NodeType(kind.architecture, kind.cores, kind.memoryMb, kind.gpuType, kind.gpus,
                kind.features.stream().filter(f -> NETWORK.matcher(f).matches()).findFirst().orElse(labels.get(LABEL)),
                kind.features, (int) sum(all, g -> 1), (int) sum(up, g -> 1),
                (int) sum(up, g -> g.coresFree() == g.cores() ? 1 : 0), sum(up, NodeGroup::coresFree),
                sum(up, NodeGroup::gpusFree));
    }

    private static long sum(List<NodeGroup> groups, ToLongFunction<NodeGroup> of) {
        return groups.stream().mapToLong(g -> g.count() * of.applyAsLong(g)).sum();
    }
}
