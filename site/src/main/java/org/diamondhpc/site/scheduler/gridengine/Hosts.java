package org.diamondhpc.site.scheduler.gridengine;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.diamondhpc.schemas.site.NodeGroup;
import org.diamondhpc.site.scheduler.text.Amounts;

/** Execution hosts, each seen through its queue instances of {@code qstat -f -F -xml}. */
final class Hosts {
    /** Features every host has say nothing. */
    private static final Set<String> COMMON = Set.of("rerun", "exclusive");

    /** A queue on a host. @param free slots left, of the queue there and of the host */
    record Instance(String queue, String host, String state, int slots, int free, Map<String, String> resources,
            List<String> features) {
        /** {@code u} unreachable, {@code d} and {@code D} disabled, {@code E} error, {@code o} orphaned, {@code c} and so on. */
        boolean available() {
            return !state.matches(".*[udDEoc].*");
        }

        /** Takes no more jobs now: load alarm, suspended, closed by the calendar. */
        boolean full() {
            return state.matches(".*[aAsSCP].*");
        }
    }

    private Hosts() {
    }

    static List<Instance> instances(String text) {
        List<Instance> all = new ArrayList<>();
        Xml.documents(text).forEach(d -> d.all("Queue-List").forEach(q -> all.add(instance(q))));
        return all;
    }

    private static Instance instance(Xml q) {
        String[] name = q.text("name").split("@", 2);
        Map<String, String> resources = new LinkedHashMap<>();
        List<String> features = new ArrayList<>();
        for (Xml r : q.children("resource")) {
            resources.put(r.attribute("name"), r.content());
            if (r.attribute("type").equals("hf") && r.content().equals("1.000000")
                    && !COMMON.contains(r.attribute("name"))) {
                features.add(r.attribute("name"));
            }
        }
        int slots = number(q.text("slots_total"));
        int free = Math.max(0, slots - number(q.text("slots_used")) - number(q.text("slots_resv")));
        return new Instance(name[0], name.length < 2 ? "" : name[1], q.text("state"), slots,
                resources.containsKey("slots") ? Math.min(free, number(resources.get("slots"))) : free, resources,
                features);
    }

    /** @param gpusUsed of running jobs, by host */
    static List<NodeGroup> groups(List<Instance> instances, Map<String, Integer> gpusUsed, Map<String, String> options) {
        Map<String, List<Instance>> byHost = new LinkedHashMap<>();
        instances.forEach(i -> byHost.computeIfAbsent(i.host, h -> new ArrayList<>()).add(i));
        Map<NodeGroup, List<String>> alike = new LinkedHashMap<>();
        byHost.forEach((host, own) -> alike.computeIfAbsent(group(own, gpusUsed.getOrDefault(host, 0), options),
                g -> new ArrayList<>()).add(host));
        List<NodeGroup> named = new ArrayList<>();
        alike.forEach((g, hosts) -> named.add(new NodeGroup(hosts, g.partitions(), g.cores(), g.coresFree(),
                g.memoryMb(), g.memoryFreeMb(), g.gpuType(), g.gpus(), g.gpusFree(), g.features(), g.architecture(),
                g.available(), g.state())));
        return named;
    }

    private static NodeGroup group(List<Instance> own, int gpusUsed, Map<String, String> options) {
        Instance widest = own.stream().max(Comparator.comparingInt(Instance::slots)).orElseThrow();
        Map<String, String> r = widest.resources;
        boolean available = own.stream().anyMatch(Instance::available);
        int free = own.stream().filter(i -> i.available() && !i.full()).mapToInt(Instance::free).max().orElse(0);
        String memory = options.getOrDefault("memory", "h_vmem");
        long total = mebibytes(r.get("mem_total"));
        long left = r.containsKey(memory) ? mebibytes(r.get(memory)) : mebibytes(r.get("mem_free"));
        int gpusFree = number(r.getOrDefault(options.getOrDefault("gpu", "gpu"), "0"));
        String state = own.stream().map(Instance::state).filter(s -> !s.isEmpty()).findFirst().orElse("up");
        return new NodeGroup(List.of(), own.stream().map(Instance::queue).toList(), widest.slots, free,
                Math.max(total, left), left, options.containsKey("gpuType")
                ? r.get(options.get("gpuType")) : null, gpusFree + gpusUsed, gpusFree, widest.features,
                architecture(r.getOrDefault("arch", "")), available, state);
    }

    /** {@code lx-amd64} and the like, as {@code uname -m} says it. */
    private static String architecture(String arch) {
        return arch.endsWith("amd64") || arch.endsWith("x64") ? "x86_64" : arch.endsWith("arm64") ? "aarch64"
                : arch.isEmpty() || arch.equals("-") ? null : arch.replaceFirst("^lx(2\\d)?-", "");
    }

    private static long mebibytes(String text) {
        return text == null ? 0 : Amounts.memory(text).orElse(0) >> 20;
    }

    private static int number(String text) {
        return text.matches("\\d{1,9}(\\.0*)?") ? (int) Double.parseDouble(text) : 0;
    }
}
