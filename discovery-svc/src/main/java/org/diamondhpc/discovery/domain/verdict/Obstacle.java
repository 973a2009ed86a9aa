package org.diamondhpc.discovery.domain.verdict;

import org.diamondhpc.schemas.reason.Reason;
import org.diamondhpc.schemas.task.Verdict;

/**
 * One reason why a place cannot take a task now.
 *
 * @param verdict RESTRICTED or INCOMPATIBLE
 * @param passing whether it goes away by itself
 * @param why in words, the same as long as the cause is the same
 */
public record Obstacle(Verdict verdict, boolean passing, Reason reason, String why) {
    static Obstacle never(String why) {
        return new Obstacle(Verdict.INCOMPATIBLE, false, Reason.PLACEMENT_INFEASIBLE, why);
    }

    static Obstacle barred(Reason reason, String why) {
        return new Obstacle(Verdict.RESTRICTED, false, reason, why);
    }

    static Obstacle notNow(Reason reason, String why) {
        return new Obstacle(Verdict.RESTRICTED, true, reason, why);
    }
}
