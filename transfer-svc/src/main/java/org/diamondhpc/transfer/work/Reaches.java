package org.diamondhpc.transfer.work;

import java.util.Optional;
import org.diamondhpc.schemas.id.SiteId;
import org.diamondhpc.site.profile.SiteProfile.Reach;

/** Which sites can push files to which by themselves. */
@FunctionalInterface
interface Reaches {
    Optional<Reach> from(SiteId source, SiteId target);
}
