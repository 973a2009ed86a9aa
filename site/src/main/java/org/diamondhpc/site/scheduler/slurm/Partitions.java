package org.diamondhpc.site.scheduler.slurm;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.diamondhpc.schemas.site.PartitionState;
import org.diamondhpc.site.scheduler.text.Amounts;

/** {@code scontrol show partition -o}, with the cluster's configuration for what a partition leaves open. */
final class Partitions {
    private Partitions() {
    }

    static List<PartitionState> parse(String text, Config config) {
        List<Fields> all = text.lines().filter(l -> l.startsWith("PartitionName=")).map(Fields::new).toList();
        int highest = all.stream().mapToInt(Partitions::tier).max().orElse(0);
        List<PartitionState> partitions = new ArrayList<>();
        all.forEach(f -> partitions.add(one(f, config, highest)));
        return partitions;
    }

    private static PartitionState one(Fields f, Config config, int highestTier) {
        Integer minNodes = f.integer("MinNodes");
        return new PartitionState(f.get("PartitionName"), f.get("Default").equals("YES"), f.get("State").equals("UP"),
                f.get("State"), Amounts.duration(f.get("MaxTime")).orElse(null),
                Amounts.duration(f.get("DefaultTime")).orElse(null), minNodes == null ? 0 : minNodes,
                f.integer("MaxNodes"), f.integer("MaxCPUsPerNode"), memory(f, "MaxMemPerNode"), defaultMemory(f, config),
                f.list("AllowAccounts"), f.list("DenyAccounts"), f.list("AllowQos"), tier(f),
                preemptible(f, config, highestTier), f.get("OverSubscribe").startsWith("EXCLUSIVE"));
    }

    private static int tier(Fields f) {
        Integer tier = f.integer("PriorityTier");
        return tier == null ? 1 : tier;
    }

    /** MiB. */
    private static Long memory(Fields f, String name) {
        OptionalLong n = f.number(name);
        return n.isPresent() && n.getAsLong() > 0 ? Long.valueOf(n.getAsLong()) : null;
    }

    private static Long defaultMemory(Fields f, Config config) {
        Long own = memory(f, "DefMemPerCPU");
        return own != null ? own : memory(f, "DefMemPerNode") != null ? null : config.defaultMemoryPerCoreMb();
    }

    /** By partition priority only jobs below the highest tier can be pushed out; by QOS any may. */
    private static boolean preemptible(Fields f, Config config, int highestTier) {
        if (!config.preempts() || f.get("PreemptMode").startsWith("OFF")) {
            return false;
        }
        return !config.preemptsByPartition() || tier(f) < highestTier;
    }
}
