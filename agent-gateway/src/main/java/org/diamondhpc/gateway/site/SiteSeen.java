package org.diamondhpc.gateway.site;

import org.diamondhpc.schemas.id.SiteId;
import org.diamondhpc.schemas.site.SiteSnapshot;

/**
 * Fired in the transaction that learns of a look at a site, as everybody's: a tenant may see less of it.
 *
 * @param before the look before; null for a new site
 * @param now null: the site is gone
 */
public record SiteSeen(SiteId site, SiteSnapshot before, SiteSnapshot now) {
}
