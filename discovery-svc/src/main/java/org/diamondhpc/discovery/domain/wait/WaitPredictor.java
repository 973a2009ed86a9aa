package org.diamondhpc.discovery.domain.wait;

import org.diamondhpc.schemas.site.SiteSnapshot;

/** Knows how long jobs wait at a site. The seam for other ways to know. */
public interface WaitPredictor {
    /** What can be foreseen from this look; dear to make, cheap to ask. */
    Forecast forecast(SiteSnapshot snapshot);
}
