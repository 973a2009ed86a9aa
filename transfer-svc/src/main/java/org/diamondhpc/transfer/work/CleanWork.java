package org.diamondhpc.transfer.work;

import org.diamondhpc.schemas.id.AttemptId;
import org.diamondhpc.schemas.id.SiteId;
import org.diamondhpc.schemas.id.TenantId;

/** What a cancelled staging left half done at a site. */
public record CleanWork(SiteId site, String user, TenantId tenant, AttemptId attempt) {
    public static final String KIND = "clean";
}
