package org.diamondhpc.site.scheduler.slurm;

import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.diamondhpc.site.scheduler.text.Amounts;

/** {@code scontrol show config}: what placement needs of it. */
record Config(Map<String, String> values) {
    static Config parse(String text) {
        Map<String, String> values = new TreeMap<>();
        text.lines().forEach(line -> {
            int eq = line.indexOf('=');
            if (eq > 0) {
                values.putIfAbsent(line.substring(0, eq).strip(), line.substring(eq + 1).strip());
            }
        });
        return new Config(values);
    }

    private String get(String name) {
        return values.getOrDefault(name, "");
    }

    String cluster() {
        return get("ClusterName");
    }

    /** Slurm's array indices run from 0 to MaxArraySize - 1. */
    Integer maxArraySize() {
        OptionalLong size = Amounts.number(get("MaxArraySize"), 1);
        return size.isPresent() ? Integer.valueOf((int) size.getAsLong()) : null;
    }

    boolean accounting() {
        return get("AccountingStorageType").endsWith("slurmdbd");
    }

    Long defaultMemoryPerCoreMb() {
        OptionalLong mb = Amounts.number(get("DefMemPerCPU"), 1);
        return mb.isPresent() ? Long.valueOf(mb.getAsLong()) : null;
    }

    boolean preempts() {
        return !get("PreemptType").isEmpty() && !get("PreemptType").contains("none") && !get("PreemptMode").equals("OFF");
    }

    boolean preemptsByPartition() {
        return get("PreemptType").contains("partition");
    }
}
