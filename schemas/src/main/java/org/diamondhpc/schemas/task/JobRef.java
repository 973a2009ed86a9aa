package org.diamondhpc.schemas.task;

import java.time.Instant;
import org.diamondhpc.schemas.id.SiteId;

/**
 * The scheduler's object. Job ids are used again, so a job is known by site, id and submit time.
 *
 * @param id the scheduler's id as its commands take it, for example {@code 123}
 * @param submittedAt by the site's clock where it was seen there, otherwise by ours
 */
public record JobRef(SiteId site, String id, Instant submittedAt) {
    @Override
    public String toString() {
        return site + ":" + id;
    }
}
