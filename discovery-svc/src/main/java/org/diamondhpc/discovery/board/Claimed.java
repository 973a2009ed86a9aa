package org.diamondhpc.discovery.board;

import java.time.Duration;
import java.time.Instant;
import org.diamondhpc.discovery.domain.placing.Decision.Claim;
import org.diamondhpc.schemas.id.SiteId;
import org.diamondhpc.schemas.site.SiteSnapshot;

/**
 * Room that a placement takes.
 *
 * @param attempt its number
 * @param submittedAt when the scheduler had it; null: not yet
 */
record Claimed(SiteId site, String login, Claim claim, int attempt, Instant placedAt, Instant submittedAt) {
    /** A queue is read a little before or after the time of the look. */
    static final Duration SKEW = Duration.ofSeconds(1);

    /** Whether a look shows the job, so that it is not to be counted a second time. */
    boolean shownBy(SiteSnapshot snapshot) {
        return submittedAt != null && snapshot.seenAt() != null
                && submittedAt.plus(SKEW).isBefore(snapshot.seenAt());
    }

    Claimed submitted(Instant at) {
        return new Claimed(site, login, claim, attempt, placedAt, at);
    }
}
