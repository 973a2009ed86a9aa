package org.diamondhpc.transfer.work;

import org.diamondhpc.schemas.id.SiteId;

/** Where Diamond keeps its files at a site, as the profile says it; may begin with {@code $HOME}. */
@FunctionalInterface
interface StorageRoots {
    /** @throws org.diamondhpc.site.session.SiteException SITE_UNKNOWN */
    String of(SiteId site);
}
