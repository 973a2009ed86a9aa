package org.diamondhpc.transfer.work;

import org.diamondhpc.schemas.id.AttemptId;
import org.diamondhpc.schemas.id.SiteId;
import org.diamondhpc.schemas.id.TenantId;

/**
 * An attempt's directory that is to go from a site.
 *
 * @param forgotten whether the task ended long ago; else only what a cancelled staging left half done is removed
 */
public record CleanWork(SiteId site, String user, TenantId tenant, AttemptId attempt, boolean forgotten) {
    public static final String KIND = "clean";

    /** Not before files that are being staged there. */
    public String lane() {
        return site + "/clean";
    }
}
