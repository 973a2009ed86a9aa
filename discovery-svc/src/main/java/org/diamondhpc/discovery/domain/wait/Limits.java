package org.diamondhpc.discovery.domain.wait;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.diamondhpc.schemas.site.PartitionState;
import org.diamondhpc.schemas.site.QueuedJob;
import org.diamondhpc.schemas.site.SiteSnapshot;

/** How long jobs may run where they do not say it themselves. */
final class Limits {
    private static final long DAY = Duration.ofDays(1).toSeconds();

    private final Map<String, PartitionState> partitions = new HashMap<>();

    Limits(SiteSnapshot snapshot) {
        snapshot.partitions().forEach(p -> partitions.put(p.name(), p));
    }

    long seconds(QueuedJob job) {
        return job.limit() != null ? Math.max(1, job.limit().toSeconds())
                : longest(job.partition() == null ? List.of() : List.of(job.partition()));
    }

    /** The longest limit of these partitions, a day where there is none. */
    long longest(List<String> names) {
        return names.stream().map(partitions::get).filter(p -> p != null && p.maxTime() != null)
                .mapToLong(p -> p.maxTime().toSeconds()).max().orElse(DAY);
    }

    int tier(String partition) {
        PartitionState state = partition == null ? null : partitions.get(partition);
        return state == null ? 0 : state.priorityTier();
    }

    /** All tiers a job may be in. */
    Set<Integer> tiers() {
        Set<Integer> tiers = new TreeSet<>(Set.of(0));
        if (!partitions.isEmpty()) {
            tiers.clear();
            partitions.values().forEach(p -> tiers.add(p.priorityTier()));
        }
        return tiers;
    }

    boolean exclusive(String partition) {
        PartitionState state = partition == null ? null : partitions.get(partition);
        return state != null && state.exclusiveNodes();
    }
}
