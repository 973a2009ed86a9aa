package org.diamondhpc.schemas.task;

import org.diamondhpc.schemas.id.SiteId;

/**
 * One place that was looked at.
 *
 * @param partition absent where the verdict is on the whole site
 * @param why the verdict's reason in words
 * @param prediction only for READY and BUSY
 * @param mover how the inputs would get there, in words
 */
public record Candidate(SiteId site, String partition, Verdict verdict, String why, Prediction prediction,
        String mover) {
}
