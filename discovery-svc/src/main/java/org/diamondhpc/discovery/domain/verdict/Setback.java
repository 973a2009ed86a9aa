package org.diamondhpc.discovery.domain.verdict;

import java.time.Instant;
import org.diamondhpc.schemas.id.SiteId;
import org.diamondhpc.schemas.reason.Problem;

/**
 * A place that refused a task for a cause that passes: others are tried first, this one again later.
 *
 * @param partition absent: the whole site
 */
public record Setback(SiteId site, String partition, Instant until, Problem problem) {
    boolean holds(SiteId otherSite, String otherPartition, Instant now) {
        return now.isBefore(until) && site.equals(otherSite)
                && (partition == null || partition.equals(otherPartition));
    }
}
