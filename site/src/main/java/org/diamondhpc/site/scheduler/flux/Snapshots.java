package org.diamondhpc.site.scheduler.flux;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.diamondhpc.schemas.DiamondJson;
import org.diamondhpc.schemas.site.NodeGroup;
import org.diamondhpc.schemas.site.PartitionState;
import org.diamondhpc.schemas.site.QueuedJob;
import org.diamondhpc.schemas.site.SiteSnapshot;
import org.diamondhpc.site.scheduler.family.Look;
import org.diamondhpc.site.scheduler.family.QueueSketch;
import org.diamondhpc.site.scheduler.text.NodeList;

/** Makes a snapshot of an instance's resources, queues and jobs. Pure. */
final class Snapshots {
    private static final Set<String> YES = Set.of("✔", "y", "yes", "t", "true", "True", "1");

    private final Look look;
    private final Map<String, Set<String>> queuesOf = new HashMap<>();
    private final Map<String, Integer> freeCores = new HashMap<>();
    /** Hosts of a row, and how many GPUs are free on all of them. */
    private final Map<List<String>, Integer> freeGpus = new LinkedHashMap<>();
    private final Set<String> down = new TreeSet<>();

    Snapshots(Look look) {
        this.look = look;
    }

    SiteSnapshot snapshot() {
        for (String part : List.of("resources", "queues", "whole", "jobs")) {
            if (!look.parts().get(part).ok()) {
                return look.unavailable(part + ": " + FluxMessages.display(look.parts().get(part).said()));
            }
        }
        look.parts().get("resources").text().lines().forEach(this::resources);
        List<PartitionState> queues = look.parts().get("queues").text().lines().filter(l -> l.contains("|"))
                .map(Snapshots::queue).toList();
        String version = look.parts().get("version").text().lines().filter(l -> l.startsWith("libflux-core"))
                .map(l -> l.replaceAll(".*:\\s*", "")).findFirst().orElse("");
        return look.snapshot(version, queues, nodes(), jobs(queues.isEmpty() ? Directives.UNNAMED
                : queues.getFirst().name()), List.of(), List.of(), null);
    }

    /** {@code free|batch,stopped|2|30|4|fc[001,003]}: what is free of several nodes is given in one sum. */
    private void resources(String line) {
        String[] f = line.split("\\|", -1);
        if (f.length < 6) {
            return;
        }
        List<String> nodes = NodeList.expand(f[5]);
        if (f[0].equals("free")) {
            freeGpus.merge(nodes, number(f[4]), Integer::sum);
        }
        for (String node : nodes) {
            for (String queue : f[1].split(",")) {
                queuesOf.computeIfAbsent(node, n -> new TreeSet<>()).add(queue.isEmpty() ? Directives.UNNAMED : queue);
            }
            if (f[0].equals("free")) {
                freeCores.merge(node, number(f[3]) / nodes.size(), Integer::sum);
            } else if (f[0].equals("down")) {
                down.add(node);
            }
        }
    }

    private static PartitionState queue(String line) {
        String[] f = line.split("\\|", -1);
        boolean open = f.length > 3 && YES.contains(f[2].strip()) && YES.contains(f[3].strip());
        String name = f[0].isEmpty() ? Directives.UNNAMED : f[0];
        return new PartitionState(name, f.length < 2 || f[1].endsWith("*") || f[0].isEmpty(), open,
                open ? "started" : "disabled or stopped", time(f, 5), time(f, 4), 1,
                f.length > 6 && f[6].matches("\\d{1,9}") ? Integer.valueOf(f[6]) : null, null, null, 0L, List.of(),
                List.of(), List.of(), 1, false, false);
    }

    private static Duration time(String[] f, int at) {
        return f.length > at && f[at].matches("\\d{1,12}(\\.\\d+)?") && !f[at].matches("0(\\.0*)?")
                ? Duration.ofSeconds((long) Double.parseDouble(f[at])) : null;
    }

    /** {@code flux resource R}: ranks with their cores, GPUs and properties. */
    private List<NodeGroup> nodes() {
        JsonNode execution;
        try {
            execution = DiamondJson.json().readTree(look.parts().get("whole").text()).path("execution");
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("flux resource R: " + e.getOriginalMessage(), e);
        }
        List<String> names = new ArrayList<>();
        execution.path("nodelist").forEach(n -> names.addAll(NodeList.expand(n.asText())));
        Map<Integer, List<String>> features = new HashMap<>();
        execution.path("properties").properties().forEach(p -> ids(p.getValue().asText())
                .forEach(rank -> features.computeIfAbsent(rank, r -> new ArrayList<>()).add(p.getKey())));
        Map<String, Integer> coresOf = new LinkedHashMap<>();
        Map<String, Integer> gpusOf = new LinkedHashMap<>();
        Map<String, List<String>> featuresOf = new HashMap<>();
        execution.path("R_lite").forEach(r -> {
            for (int rank : ids(r.path("rank").asText(""))) {
                String name = rank < names.size() ? names.get(rank) : "rank" + rank;
                coresOf.put(name, ids(r.at("/children/core").asText("")).size());
                gpusOf.put(name, ids(r.at("/children/gpu").asText("")).size());
                featuresOf.put(name, features.getOrDefault(rank, List.of()));
            }
        });
        Map<NodeGroup, List<String>> alike = new LinkedHashMap<>();
        coresOf.forEach((name, cores) -> alike.computeIfAbsent(node(name, cores, gpusOf, featuresOf.get(name)),
                g -> new ArrayList<>()).add(name));
        List<NodeGroup> named = new ArrayList<>();
        alike.forEach((g, hosts) -> named.add(new NodeGroup(hosts, g.partitions(), g.cores(), g.coresFree(), 0, 0, null,
                g.gpus(), g.gpusFree(), g.features(), null, g.available(), g.state())));
        return named;
    }

    /** What is free of several hosts is given in one sum: of GPUs, those hosts have an equal part that have any. */
    private int gpusFree(String name, Map<String, Integer> gpusOf) {
        return freeGpus.entrySet().stream().filter(e -> e.getKey().contains(name)).mapToInt(e -> e.getValue()
                / (int) Math.max(1, e.getKey().stream().filter(n -> gpusOf.getOrDefault(n, 0) > 0).count())).sum();
    }

    private NodeGroup node(String name, int cores, Map<String, Integer> gpusOf, List<String> features) {
        int gpus = gpusOf.get(name);
        int free = Math.min(cores, freeCores.getOrDefault(name, 0));
        return new NodeGroup(List.of(), List.copyOf(queuesOf.getOrDefault(name, Set.of())), cores, free, 0, 0, null, gpus,
                Math.min(gpus, gpusFree(name, gpusOf)), features, null, !down.contains(name),
                down.contains(name) ? "down" : free == cores ? "free" : "allocated");
    }

    private Look.QueueView jobs(String defaultQueue) {
        QueueSketch sketch = new QueueSketch(look.users());
        FluxJobs.parse(look.parts().get("jobs").text()).forEach(j -> {
            String state = j.path("state").asText();
            if (!state.equals("INACTIVE")) {
                boolean running = state.equals("RUN") || state.equals("CLEANUP");
                String user = j.path("username").asText();
                double ran = j.path("runtime").asDouble(0);
                sketch.add(user, new QueuedJob(j.path("id").asText(), j.path("queue").asText(defaultQueue), running,
                        Math.max(1, j.path("nnodes").asInt(1)), Math.max(1, j.path("ncores").asInt(1)), 0, 0,
                        j.path("duration").asDouble(0) > 0 ? Duration.ofSeconds((long) j.path("duration").asDouble())
                                : null, Duration.ofMillis((long) (ran * 1000)), j.path("priority").asLong(0),
                        FluxJobs.at(j.path("t_submit")), null, running ? "" : held(FluxJobs.reason(j)),
                        running ? NodeList.expand(j.path("nodelist").asText("")) : List.of(), sketch.owns(user)), 1);
            }
        });
        return sketch.view();
    }

    private static String held(String reason) {
        return reason.equals("BeginTime") ? "JobHeldUser" : reason;
    }

    /** {@code 0-15}, {@code 0,2-3}. */
    private static List<Integer> ids(String set) {
        return set.isEmpty() ? List.of() : NodeList.expand("[" + set.replaceAll("[\\[\\]]", "") + "]").stream()
                .filter(n -> n.matches("\\d{1,9}")).map(Integer::valueOf).toList();
    }

    private static int number(String text) {
        return text.matches("\\d{1,9}") ? Integer.parseInt(text) : 0;
    }
}
