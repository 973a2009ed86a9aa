package org.diamondhpc.site.scheduler.lsf;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.diamondhpc.schemas.site.NodeGroup;
import org.diamondhpc.schemas.site.PartitionState;
import org.diamondhpc.schemas.site.QueuedJob;
import org.diamondhpc.schemas.site.SiteSnapshot;
import org.diamondhpc.site.scheduler.family.Look;
import org.diamondhpc.site.scheduler.family.QueueSketch;
import org.diamondhpc.site.scheduler.text.Amounts;

/** Makes a snapshot of {@code bqueues -l}, {@code lshosts}, {@code bhosts} and {@code bjobs}. Pure. */
final class Snapshots {
    private static final Pattern RUN_LIMIT = Pattern.compile("RUNLIMIT\\s*\\n\\s*(\\d{1,9}(?:\\.\\d+)?) min");
    private static final int DEFAULT_MAX_ARRAY = 1000;

    private final Look look;

    Snapshots(Look look) {
        this.look = look;
    }

    SiteSnapshot snapshot() {
        for (String part : List.of("version", "queues", "hosts", "loads", "jobs")) {
            if (!look.parts().get(part).ok()) {
                return look.unavailable(part + ": " + LsfMessages.display(look.parts().get(part).said()));
            }
        }
        List<PartitionState> queues = queues();
        List<String> names = queues.stream().map(PartitionState::name).toList();
        String version = look.parts().get("version").text().lines().findFirst().orElse("").strip();
        return look.snapshot(version, queues, nodes(names), jobs(), List.of(), List.of(), DEFAULT_MAX_ARRAY);
    }

    private List<PartitionState> queues() {
        String defaults = look.parts().get("params").text().lines().filter(l -> l.startsWith("Default Queues"))
                .map(l -> l.replaceFirst(".*:\\s*", "")).findFirst().orElse("");
        List<PartitionState> all = new ArrayList<>();
        for (String block : look.parts().get("queues").text().split("(?m)^QUEUE: ")) {
            String name = block.strip().split("\\s", 2)[0];
            Matcher status = Pattern.compile("\\b(Open|Closed):(Active|Inact)\\S*").matcher(block);
            if (!name.isEmpty() && status.find()) {
                Matcher limit = RUN_LIMIT.matcher(block);
                all.add(new PartitionState(name, List.of(defaults.split("\\s+")).contains(name),
                        status.group(1).equals("Open") && status.group(2).equals("Active"), status.group(),
                        limit.find() ? Duration.ofSeconds((long) (Double.parseDouble(limit.group(1)) * 60)) : null, null,
                        1, null, null, null, 0L, List.of(), List.of(), List.of(), 1, false, false));
            }
        }
        return all;
    }

    /** Queues name their hosts in ways that only LSF can resolve; each host is shown under every queue. */
    private List<NodeGroup> nodes(List<String> queues) {
        Map<String, String[]> loads = rows("loads", 5);
        Map<NodeGroup, List<String>> alike = new LinkedHashMap<>();
        rows("hosts", 8).forEach((name, f) -> {
            String[] load = loads.get(name);
            if (load != null && f[4].matches("\\d{1,9}")) {
                int cores = number(load[3]).orElse(Integer.parseInt(f[4]));
                int used = number(load[4]).orElse(0);
                long memory = Amounts.memory(f[5]).orElse(0) >> 20;
                boolean ok = load[1].equals("ok") || load[1].startsWith("closed_Full") || load[1].equals("closed_Busy");
                alike.computeIfAbsent(new NodeGroup(List.of(), queues, cores, load[1].equals("ok")
                        ? Math.max(0, cores - used) : 0, memory, memory, null, 0, 0, features(f), architecture(f[1]), ok,
                        load[1]), g -> new ArrayList<>()).add(name);
            }
        });
        List<NodeGroup> named = new ArrayList<>();
        alike.forEach((g, hosts) -> named.add(new NodeGroup(hosts, g.partitions(), g.cores(), g.coresFree(), g.memoryMb(),
                g.memoryFreeMb(), null, 0, 0, g.features(), g.architecture(), g.available(), g.state())));
        return named;
    }

    private Map<String, String[]> rows(String part, int fields) {
        Map<String, String[]> all = new LinkedHashMap<>();
        look.parts().get(part).text().lines().skip(1).map(l -> l.strip().split("\\s+"))
                .filter(f -> f.length >= fields).forEach(f -> all.put(f[0], f));
        return all;
    }

    /** {@code (bigmem gpu)} behind the columns. */
    private static List<String> features(String[] f) {
        String rest = String.join(" ", List.of(f).subList(8, f.length)).replaceAll("[()]", "").strip();
        return rest.isEmpty() ? List.of() : List.of(rest.split("\\s+"));
    }

    private static String architecture(String type) {
        return type.equals("X86_64") ? "x86_64" : type.startsWith("LINUXPPC64LE") ? "ppc64le"
                : type.contains("ARM64") || type.contains("AARCH64") ? "aarch64" : null;
    }

    private Look.QueueView jobs() {
        QueueSketch sketch = new QueueSketch(look.users());
        for (String line : look.parts().get("jobs").text().split("\n")) {
            String[] f = line.split(Pattern.quote(BjobsRow.SEPARATOR), 11);
            if (f.length == 11) {
                boolean running = f[2].strip().matches("RUN|USUSP|SSUSP|PROV");
                Duration limit = Pattern.compile("(\\d{1,9}(?:\\.\\d+)?).*").matcher(f[8].strip()).results()
                        .map(r -> Duration.ofSeconds((long) (Double.parseDouble(r.group(1)) * 60))).findFirst().orElse(null);
                sketch.add(f[3].strip(), new QueuedJob(f[0].strip(), f[4].strip(), running,
                        Math.max(1, number(f[6].strip()).orElse(1)), Math.max(1, number(f[5].strip()).orElse(1)), 0, 0,
                        limit, Optional.ofNullable(BjobsRow.seconds(f[7])).orElse(Duration.ZERO), 0,
                        BjobsRow.time(f[9], false), null, running ? "" : f[2].strip().equals("PSUSP") ? "JobHeldUser"
                        : "Queued", running ? BjobsRow.hosts(f[10]) : List.of(), sketch.owns(f[3].strip())), 1);
            }
        }
        return sketch.view();
    }

    private static Optional<Integer> number(String text) {
        return text.matches("\\d{1,9}") ? Optional.of(Integer.valueOf(text)) : Optional.empty();
    }
}
