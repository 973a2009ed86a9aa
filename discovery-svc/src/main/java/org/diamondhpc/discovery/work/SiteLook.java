package org.diamondhpc.discovery.work;

import java.time.Instant;
import org.diamondhpc.schemas.id.SiteId;
import org.diamondhpc.schemas.site.SiteSnapshot;

/** The way to see a site. */
public interface SiteLook {
    /**
     * Looks now. Where the scheduler did not answer, {@code seenAt} is absent and the health says why.
     *
     * @throws org.diamondhpc.schemas.reason.DiamondException where the site itself could not be asked
     */
    SiteSnapshot look(SiteId site, Instant now);

    /**
     * The same, where what changes rarely may be taken from an earlier look.
     *
     * @param before the latest snapshot, healthy or not; null: none
     */
    default SiteSnapshot look(SiteId site, SiteSnapshot before, Instant now) {
        return look(site, now);
    }
}
