package org.diamondhpc.site.scheduler.pbs;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.diamondhpc.schemas.site.NodeGroup;

/** {@code pbsnodes -av}: the parts of each host put together, then hosts that are alike. */
final class Vnodes {
    private static final Set<String> USUAL = Set.of("arch", "host", "mem", "ncpus", "vnode", "ngpus", "vmem", "hbmem",
            "naccelerators", "accelerator_memory", "accelerator", "Qlist");
    private static final Set<String> CLOSED = Set.of("down", "offline", "unknown", "state-unknown", "stale", "maintenance",
            "provisioning", "wait-provisioning", "unresolvable", "resv-exclusive", "sleep");

    private final List<Records> nodes;
    private final List<Records> queues;
    private final String gpuType;

    /** @param gpuType the resource that names a GPU model; null: none */
    Vnodes(List<Records> nodes, List<Records> queues, String gpuType) {
        this.nodes = nodes;
        this.queues = queues;
        this.gpuType = gpuType;
    }

    List<NodeGroup> groups() {
        Map<String, List<Records>> hosts = new LinkedHashMap<>();
        nodes.forEach(n -> hosts.computeIfAbsent(n.some("resources_available.host").orElse(n.id()),
                h -> new ArrayList<>()).add(n));
        Map<NodeGroup, List<String>> alike = new LinkedHashMap<>();
        hosts.forEach((host, parts) -> alike.computeIfAbsent(host(parts), g -> new ArrayList<>()).add(host));
        List<NodeGroup> named = new ArrayList<>();
        alike.forEach((g, names) -> named.add(new NodeGroup(names, g.partitions(), g.cores(), g.coresFree(),
                g.memoryMb(), g.memoryFreeMb(), g.gpuType(), g.gpus(), g.gpusFree(), g.features(), g.architecture(),
                g.available(), g.state())));
        return named;
    }

    private NodeGroup host(List<Records> parts) {
        List<Records> open = parts.stream().filter(Vnodes::available).toList();
        int cores = parts.stream().mapToInt(p -> count(p, "resources_available.ncpus")).sum();
        int gpus = parts.stream().mapToInt(p -> count(p, "resources_available.ngpus")).sum();
        long memory = parts.stream().mapToLong(p -> mebibytes(p, "resources_available.mem")).sum();
        List<Records> free = open.stream().filter(p -> !p.get("state").contains("job-exclusive")).toList();
        int coresFree = free.stream().mapToInt(p -> left(p, "ncpus")).sum();
        long memoryFree = free.stream().mapToLong(p -> Math.max(0, mebibytes(p, "resources_available.mem")
                - mebibytes(p, "resources_assigned.mem"))).sum();
        String arch = parts.getFirst().get("resources_available.arch");
        return new NodeGroup(List.of(), partitions(parts), cores, Math.max(0, coresFree), memory, memoryFree,
                gpuType == null ? null : parts.stream().flatMap(p -> p.some("resources_available." + gpuType).stream())
                .findFirst().orElse(null), gpus, free.stream().mapToInt(p -> left(p, "ngpus")).sum(), features(parts),
                arch.isEmpty() || arch.equals("linux") ? null : arch, !open.isEmpty() && cores > 0,
                parts.stream().map(p -> p.get("state")).distinct().collect(Collectors.joining("+")));
    }

    private static boolean available(Records part) {
        return List.of(part.get("state").split("[ ,]+")).stream().noneMatch(CLOSED::contains);
    }

    /** True booleans of the site's own making. */
    private static List<String> features(List<Records> parts) {
        Set<String> all = new TreeSet<>();
        parts.forEach(p -> p.values().forEach((name, value) -> {
            String resource = name.replaceFirst("^resources_available\\.", "");
            if (!resource.equals(name) && value.equals("True") && !USUAL.contains(resource)) {
                all.add(resource);
            }
        }));
        return List.copyOf(all);
    }

    /** The queue a node is kept for, else each whose chunks' own resources the node has. */
    private List<String> partitions(List<Records> parts) {
        List<String> all = new ArrayList<>();
        for (Records q : queues) {
            boolean route = q.get("queue_type").equals("Route");
            if (route ? Snapshots.destinations(q).stream().anyMatch(all::contains)
                    : parts.stream().anyMatch(p -> serves(p, q))) {
                all.add(q.id());
            }
        }
        // A routing queue may stand before its destinations.
        queues.stream().filter(q -> q.get("queue_type").equals("Route") && !all.contains(q.id())
                && Snapshots.destinations(q).stream().anyMatch(all::contains)).forEach(q -> all.add(q.id()));
        return all;
    }

    private static boolean serves(Records node, Records queue) {
        if (node.some("queue").isPresent()) {
            return node.get("queue").equals(queue.id());
        }
        return queue.values().entrySet().stream().filter(e -> e.getKey().startsWith("default_chunk."))
                .allMatch(e -> has(node, e.getKey().substring("default_chunk.".length()), e.getValue()));
    }

    private static boolean has(Records node, String resource, String value) {
        return USUAL.contains(resource) && !resource.equals("Qlist") && !resource.equals("arch")
                || List.of(node.get("resources_available." + resource).split(",")).contains(value);
    }

    private static int left(Records part, String resource) {
        return Math.max(0, count(part, "resources_available." + resource) - count(part, "resources_assigned." + resource));
    }

    private static int count(Records part, String name) {
        return part.get(name).matches("\\d{1,9}") ? Integer.parseInt(part.get(name)) : 0;
    }

    private static long mebibytes(Records part, String name) {
        return PbsTimes.bytes(part.get(name)).orElse(0) >> 20;
    }
}
