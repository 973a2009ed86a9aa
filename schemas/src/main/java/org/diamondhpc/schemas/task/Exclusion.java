package org.diamondhpc.schemas.task;

import java.util.List;
import org.diamondhpc.schemas.Absent;
import org.diamondhpc.schemas.id.SiteId;

/**
 * What the next placement must avoid, learned from an earlier attempt.
 *
 * @param partition absent: the whole site
 * @param nodes only these nodes are to be avoided; empty: the whole partition or site
 * @param why the reason in words
 */
public record Exclusion(SiteId site, String partition, List<String> nodes, String why) {
    public Exclusion {
        nodes = Absent.list(nodes);
    }

    /** Whether this rules the place out altogether, not only single nodes of it. */
    public boolean rulesOut(SiteId otherSite, String otherPartition) {
        return nodes.isEmpty() && site.equals(otherSite) && (partition == null || partition.equals(otherPartition));
    }
}
