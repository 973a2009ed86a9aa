package org.diamondhpc.transfer.work;

import org.diamondhpc.schemas.id.SiteId;
import org.diamondhpc.schemas.id.TenantId;

/** Collections as the sites' profiles name them. */
interface Shelves {
    /** @throws org.diamondhpc.schemas.reason.DiamondException where the tenant has no such collection at the site */
    Shelf of(SiteId site, TenantId tenant, String collection);
}
