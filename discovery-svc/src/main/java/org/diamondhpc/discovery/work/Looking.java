package org.diamondhpc.discovery.work;

import java.time.Duration;
import java.time.Instant;
import org.diamondhpc.schemas.reason.Problem;
import org.diamondhpc.schemas.site.SiteSnapshot;

/**
 * How a look went.
 *
 * @param seen what was seen; where the look failed, the last good data with the health of now
 * @param healthy whether the scheduler answered
 * @param retryAt when a site that is away is tried again; absent: not known
 */
record Looking(SiteSnapshot seen, boolean healthy, Duration took, Instant retryAt) {
    Problem problem() {
        return seen.health().problem();
    }
}
