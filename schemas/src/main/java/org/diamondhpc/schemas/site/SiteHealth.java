package org.diamondhpc.schemas.site;

import java.time.Instant;
import org.diamondhpc.schemas.reason.Problem;

/**
 * How a site was at the last look.
 *
 * @param since when this state began; a degraded site that falls silent begins anew
 * @param problem what is wrong; absent for UP
 */
public record SiteHealth(State state, Instant since, Problem problem) {
    /** Whether work can be given to the site. */
    public enum State {
        UP,
        /** Reachable, but its scheduler or a part of it is not. */
        DEGRADED,
        DOWN,
        /** A person must log in. */
        NEEDS_LOGIN,
        /** Never looked at yet. */
        UNKNOWN
    }

    /** Up, nothing amiss. */
    public boolean usable() {
        return state == State.UP;
    }
}
