package org.diamondhpc.discovery.domain.placing;

import java.util.Map;
import org.diamondhpc.discovery.domain.wait.WaitHistory;
import org.diamondhpc.schemas.Absent;
import org.diamondhpc.schemas.id.SiteId;
import org.diamondhpc.schemas.id.TenantId;

/**
 * What was learned from earlier decisions.
 *
 * @param waits by place
 * @param runs by task, the share of the time limit that jobs of that name needed; with the site absent for all sites
 */
public record Experience(Map<Place, WaitHistory> waits, Map<Job, Double> runs) {
    public Experience {
        waits = Absent.map(waits);
        runs = Absent.map(runs);
    }

    public static Experience none() {
        return new Experience(Map.of(), Map.of());
    }

    WaitHistory waits(SiteId site, String partition) {
        return waits.getOrDefault(new Place(site, partition), WaitHistory.none());
    }

    /** The share of its limit a job is expected to run, 1 where nothing is known. */
    double run(TenantId tenant, String name, SiteId site) {
        if (name == null) {
            return 1;
        }
        Double anywhere = runs.getOrDefault(new Job(tenant, name, null), 1.0);
        return runs.getOrDefault(new Job(tenant, name, site), anywhere);
    }

    /** @param partition absent where there are none */
    public record Place(SiteId site, String partition) {
    }

    /** Jobs of one name; never those of another tenant. */
    public record Job(TenantId tenant, String name, SiteId site) {
    }
}
