package org.diamondhpc.schemas.task;

import java.time.Instant;
import java.util.List;
import org.diamondhpc.schemas.Absent;
import org.diamondhpc.schemas.id.SiteId;

/**
 * Where an attempt goes, and why there.
 *
 * @param family the scheduler's family, as the site's profile names it
 * @param user the login used at the site
 * @param account the project charged; absent: the scheduler's default
 * @param excludedNodes nodes the job must avoid
 * @param policy the policy that chose
 * @param candidates all places looked at, best first, with the chosen one
 */
public record Placement(SiteId site, String family, String user, String partition, String account, String qos,
        String reservation, List<String> excludedNodes, Prediction prediction, String policy, String why,
        List<Candidate> candidates, Instant decidedAt) {
    public Placement {
        excludedNodes = Absent.list(excludedNodes);
        candidates = Absent.list(candidates);
    }
}
