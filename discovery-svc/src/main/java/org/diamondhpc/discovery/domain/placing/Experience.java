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
 * @param failures by site, the share of attempts that the site itself spoiled
 */
public record Experience(Map<Place, WaitHistory> waits, Map<Job, Double> runs, Map<SiteId, Double> failures) {
    public Experience {
        waits = Absent.map(waits);
        runs = Absent.map(runs);
        failures = Absent.map(failures);
    }

    public Experience(Map<Place, WaitHistory> waits, Map<Job, Double> runs) {
        this(waits, runs, Map.of());
    }

    public static Experience none() {
        return new Experience(Map.of(), Map.of());
    }

    WaitHistory waits(SiteId site, String partition) {
        return waits.getOrDefault(new Place(site, partition), WaitHistory.none());
    }

    double failureRate(SiteId site) {
        return failures.getOrDefault(site, 0.0);
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
