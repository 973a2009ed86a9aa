package org.diamondhpc.site.scheduler.gridengine;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.diamondhpc.schemas.site.NodeGroup;
import org.diamondhpc.schemas.site.PartitionState;
import org.diamondhpc.schemas.site.SiteSnapshot;
import org.diamondhpc.site.scheduler.family.Look;
import org.diamondhpc.site.scheduler.text.Amounts;
import org.diamondhpc.site.scheduler.text.Sections.Section;

/** Makes a snapshot of cluster queues, their instances on hosts, and everybody's jobs. Pure. */
final class Snapshots {
    private static final int DEFAULT_MAX_ARRAY = 75_000;

    private final Look look;

    Snapshots(Look look) {
        this.look = look;
    }

    SiteSnapshot snapshot() {
        Section queues = look.parts().get("queues");
        if (!queues.ok()) {
            return look.unavailable("the qmaster does not answer: " + GridEngineMessages.display(queues.said()));
        }
        if (!look.parts().get("instances").ok() || !look.parts().get("jobs").ok()) {
            return look.unavailable("only a part of the qmaster's answers came: "
                    + look.parts().get("instances").said() + "; " + look.parts().get("jobs").said());
        }
        String version = look.parts().get("version").text().strip();
        List<Map<String, String>> known = blocks(queues.text(), "qname");
        Map<String, String> rules = new LinkedHashMap<>();
        blocks(look.parts().get("pes").text(), "pe_name").forEach(p -> rules.put(p.get("pe_name"),
                p.getOrDefault("allocation_rule", "")));
        List<Hosts.Instance> instances = Hosts.instances(look.parts().get("instances").text());
        QueuedJobs jobs = new QueuedJobs(look, rules, known.isEmpty() ? "" : known.getFirst().get("qname"));
        List<NodeGroup> nodes = Hosts.groups(instances, jobs.gpusByHost(), look.profile().scheduler().options());
        return look.snapshot(version, partitions(known, instances), nodes, jobs.view(), List.of(), List.of(),
                maxArray());
    }

    private List<PartitionState> partitions(List<Map<String, String>> queues, List<Hosts.Instance> instances) {
        List<PartitionState> all = new ArrayList<>();
        for (Map<String, String> q : queues) {
            String name = q.get("qname");
            List<Hosts.Instance> own = instances.stream().filter(i -> i.queue().equals(name)).toList();
            boolean open = own.stream().anyMatch(Hosts.Instance::available);
            all.add(new PartitionState(name, all.isEmpty(), open, open ? "UP" : "no host of it takes jobs",
                    time(q.get("h_rt")).orElse(null), null, 1, null, null, null, 0L, list(q.get("projects")),
                    list(q.get("xprojects")), List.of(), 1, false, false));
        }
        return all;
    }

    /** Blocks of {@code name value} lines, the first field of each as given; a backslash carries on. */
    static List<Map<String, String>> blocks(String text, String first) {
        List<Map<String, String>> all = new ArrayList<>();
        Map<String, String> block = new LinkedHashMap<>();
        for (String line : text.replaceAll("\\\\\\s*\\n\\s*", "").split("\n")) {
            String[] f = line.strip().split("\\s+", 2);
            if (f.length == 2 && !f[0].startsWith("#")) {
                if (f[0].equals(first)) {
                    block = new LinkedHashMap<>();
                    all.add(block);
                }
                block.put(f[0], f[1].strip());
            }
        }
        return all;
    }

    /** {@code 24:00:00}, seconds, or INFINITY; values of single hosts in brackets are left to the scheduler. */
    static Optional<Duration> time(String text) {
        String value = text == null ? "" : text.replaceAll(",?\\[.*", "");
        if (value.matches("\\d{1,9}")) {
            return Optional.of(Duration.ofSeconds(Long.parseLong(value)));
        }
        return value.matches("\\d{1,6}:\\d{1,2}:\\d{1,2}") ? Amounts.duration(value) : Optional.empty();
    }

    private static List<String> list(String text) {
        return text == null || text.equalsIgnoreCase("NONE") ? List.of()
                : List.of(text.replaceAll("\\[.*", "").strip().split("[ ,]+"));
    }

    private int maxArray() {
        OptionalLong most = blocks(look.parts().get("config").text().replaceFirst("#global:", "config global"), "config")
                .stream().findFirst().map(c -> Amounts.number(c.getOrDefault("max_aj_tasks", ""), 1))
                .orElse(OptionalLong.empty());
        return (int) most.orElse(DEFAULT_MAX_ARRAY);
    }
}
