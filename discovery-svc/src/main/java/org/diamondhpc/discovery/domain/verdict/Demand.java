package org.diamondhpc.discovery.domain.verdict;

import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.diamondhpc.discovery.domain.wait.NodeNeed;
import org.diamondhpc.schemas.Absent;
import org.diamondhpc.schemas.id.SiteId;
import org.diamondhpc.schemas.spec.Resources;
import org.diamondhpc.schemas.spec.TaskSpec;
import org.diamondhpc.schemas.task.Exclusion;
import org.diamondhpc.schemas.task.TaskOrder;

/**
 * What a task asks of a place.
 *
 * @param setbacks places that refused it a short time ago
 */
public record Demand(TaskOrder order, List<Setback> setbacks, Instant now) {
    public Demand {
        setbacks = Absent.list(setbacks);
    }

    public TaskSpec spec() {
        return order.spec();
    }

    public Resources resources() {
        return spec().resources();
    }

    public Duration limit() {
        return resources().duration().duration();
    }

    public long memoryMb() {
        return resources().memory() == null ? 0 : resources().memory().mebibytes();
    }

    NodeNeed need(SiteView site) {
        return new NodeNeed(spec().constraints().architecture(), site.snapshot().labels().get("architecture"),
                spec().constraints().features(), resources().gpusPerNode(), resources().gpuType());
    }

    /** Elements of an array, 1 without one. */
    public int jobs() {
        return spec().array() == null ? 1 : spec().array().expanded().size();
    }

    /** Nodes of a site that earlier attempts ruled out for this partition. */
    public Set<String> avoided(SiteId site, String partition) {
        Set<String> nodes = new HashSet<>();
        for (Exclusion exclusion : order.excluded()) {
            if (exclusion.site().equals(site)
                    && (exclusion.partition() == null || exclusion.partition().equals(partition))) {
                nodes.addAll(exclusion.nodes());
            }
        }
        return nodes;
    }
}
