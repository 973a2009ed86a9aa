package org.diamondhpc.site.scheduler.slurm;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.diamondhpc.schemas.site.NodeGroup;
import org.diamondhpc.site.scheduler.text.Amounts;

/** {@code scontrol show node -o}, nodes that are alike in everything put together. */
final class Nodes {
    private static final Pattern GPU = Pattern.compile("gpu(?::([A-Za-z0-9_.-]+?))?:(\\d+)(?:\\([^)]*\\))?(?:,|$)");
    /** States and flags under which no job starts. A node that powers on for a job (POWERED_DOWN, CLOUD) is none. */
    private static final Set<String> CLOSED = Set.of("DOWN", "ERROR", "FAIL", "FUTURE", "UNKNOWN", "DRAIN", "DRAINED",
            "DRAINING", "MAINTENANCE", "MAINT", "RESERVED", "NOT_RESPONDING", "NO_RESPOND", "FAILING", "INVALID_REG",
            "INVAL", "REBOOT", "REBOOT_REQUESTED", "REBOOT_ISSUED", "POWERING_DOWN", "POWER_DOWN", "INVALID", "BLOCKED");

    private Nodes() {
    }

    static List<NodeGroup> parse(String text) {
        Map<NodeGroup, List<String>> groups = new LinkedHashMap<>();
        text.lines().filter(l -> l.startsWith("NodeName=")).map(Fields::new).forEach(f ->
                groups.computeIfAbsent(kind(f), k -> new ArrayList<>()).add(f.get("NodeName")));
        List<NodeGroup> named = new ArrayList<>();
        groups.forEach((k, names) -> named.add(new NodeGroup(names, k.partitions(), k.cores(), k.coresFree(),
                k.memoryMb(), k.memoryFreeMb(), k.gpuType(), k.gpus(), k.gpusFree(), k.features(), k.architecture(),
                k.available(), k.state())));
        return named;
    }

    private static NodeGroup kind(Fields f) {
        int all = count(f, f.get("CPUEfctv").isEmpty() ? "CPUTot" : "CPUEfctv");
        long memory = f.number("RealMemory").orElse(0) - f.number("MemSpecLimit").orElse(0);
        Gpus gpus = gpus(f);
        Map<String, Long> used = Amounts.tres(f.get("AllocTRES"));
        long gpusUsed = used.getOrDefault("gres/gpu:" + gpus.type, used.getOrDefault("gres/gpu", 0L));
        return new NodeGroup(List.of(), f.list("Partitions"), all, Math.max(0, all - count(f, "CPUAlloc")), memory,
                Math.max(0, memory - f.number("AllocMem").orElse(0)), gpus.type, gpus.count,
                (int) Math.max(0, gpus.count - gpusUsed), f.list("ActiveFeatures"), f.get("Arch"),
                available(f.get("State")), f.get("State"));
    }

    private static int count(Fields f, String name) {
        Integer n = f.integer(name);
        return n == null ? 0 : n;
    }

    /** {@code IDLE+DRAIN}, {@code DOWN*+NOT_RESPONDING}, {@code MIXED+PLANNED}, {@code IDLE~}: {@code *} is no answer. */
    static boolean available(String state) {
        if (state.isEmpty() || state.contains("*") || state.contains("$") || state.contains("@")
                || state.contains("%")) {
            return false;
        }
        for (String word : state.split("[+ ]")) {
            if (CLOSED.contains(word.replaceAll("[^A-Z_]", ""))) {
                return false;
            }
        }
        return true;
    }

    private record Gpus(String type, int count) {
    }

    /** {@code gpu:a100:4(S:0-1),gpu:t4:1,nvme:1}: the model there are most of. */
    private static Gpus gpus(Fields f) {
        Gpus most = new Gpus(null, 0);
        Matcher m = GPU.matcher(f.some("Gres").orElse(""));
        while (m.find()) {
            int count = Integer.parseInt(m.group(2));
            most = count > most.count ? new Gpus(m.group(1), count) : most;
        }
        return most;
    }
}
