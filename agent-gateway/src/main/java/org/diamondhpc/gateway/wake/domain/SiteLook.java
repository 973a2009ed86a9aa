package org.diamondhpc.gateway.wake.domain;

import java.time.Instant;
import java.util.Optional;
import org.diamondhpc.gateway.site.domain.SiteSummary;
import org.diamondhpc.schemas.site.NodeGroup;
import org.diamondhpc.schemas.site.SiteHealth;
import org.diamondhpc.schemas.site.SiteSnapshot;

/** What a wait may ask of a look at a site. A site that takes no work shows old counts, so none are taken from it. */
public final class SiteLook {
    private SiteLook() {
    }

    /** Whether the partition exists; absent: the whole site, which always does. */
    public static boolean knows(SiteSnapshot site, String partition) {
        return partition == null || site.partitions().stream().anyMatch(p -> p.name().equals(partition));
    }

    /**
     * A queue too long to carry whole has at least the jobs shown, so how few wait is not known.
     *
     * @param partition where to count; null: at the whole site
     */
    public static SiteTerms.Seen of(SiteSnapshot site, String partition) {
        if (site.health() == null || site.health().state() == SiteHealth.State.UNKNOWN) {
            return new SiteTerms.Seen(null, SiteHealth.State.UNKNOWN.name(), null, null);
        }
        String health = site.health().state().name();
        if (!site.takesWork()) {
            return new SiteTerms.Seen(SiteTerms.State.DOWN, health, null, null);
        }
        if (partition == null) {
            int idle = site.nodes().stream().filter(n -> n.available() && n.coresFree() == n.cores())
                    .mapToInt(NodeGroup::count).sum();
            int pending = (int) site.queue().stream().filter(j -> !j.running()).count();
            return new SiteTerms.Seen(SiteTerms.State.UP, health, idle, site.queueTruncated() ? null : pending);
        }
        Optional<SiteSummary.Partition> there = SiteSummary.of(site, Instant.EPOCH).partitions().stream()
                .filter(p -> p.name().equals(partition)).findFirst();
        return new SiteTerms.Seen(SiteTerms.State.UP, health,
                there.map(SiteSummary.Partition::nodesIdle).orElse(null),
                site.queueTruncated() ? null : there.map(SiteSummary.Partition::pending).orElse(null));
    }
}
