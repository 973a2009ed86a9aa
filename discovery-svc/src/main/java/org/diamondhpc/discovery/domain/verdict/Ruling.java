package org.diamondhpc.discovery.domain.verdict;

import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.diamondhpc.schemas.Absent;
import org.diamondhpc.schemas.id.SiteId;
import org.diamondhpc.schemas.site.AccountLimits;
import org.diamondhpc.schemas.site.PartitionState;
import org.diamondhpc.schemas.task.Verdict;

/**
 * What stands between a task and a place.
 *
 * @param partition absent where it is on the whole site
 * @param obstacles empty: it can run there
 * @param login whose login is used; absent where the tenant has none
 * @param billing what it would be charged to
 * @param avoided nodes of the partition that the job must not get, earlier attempts' and such as are of another make
 * @param opening when reservations and maintenance let it start; absent: at once
 */
public record Ruling(SiteId site, PartitionState partition, List<Obstacle> obstacles, AccountLimits login,
        Billing billing, Set<String> avoided, Opening opening) {
    private static final int TOLD = 3;

    public Ruling {
        obstacles = Absent.list(obstacles);
        avoided = avoided == null ? Set.of() : Set.copyOf(avoided);
    }

    public Ruling(SiteId site, PartitionState partition, List<Obstacle> obstacles, AccountLimits login,
            Billing billing) {
        this(site, partition, obstacles, login, billing, null, null);
    }

    public boolean feasible() {
        return obstacles.isEmpty();
    }

    /** Whether waiting is all it takes. */
    public boolean passing() {
        return !obstacles.isEmpty() && obstacles.stream().allMatch(Obstacle::passing);
    }

    /** The strongest of the obstacles' verdicts. */
    public Verdict verdict() {
        return obstacles.stream().map(Obstacle::verdict).max(Comparator.naturalOrder()).orElse(Verdict.BUSY);
    }

    public String why() {
        return obstacles.stream().sorted(Comparator.comparing(Obstacle::verdict).reversed()
                        .thenComparing(Obstacle::passing))
                .limit(TOLD).map(Obstacle::why).collect(Collectors.joining("; "));
    }

    public String partitionName() {
        return partition == null ? null : partition.name();
    }
}
