package org.diamondhpc.transfer.work;

import java.time.Duration;
import java.time.Instant;
import org.diamondhpc.schemas.reason.Problem;

/**
 * How far a mover is that moves by itself.
 *
 * @param bytes of those on their way that have gone so far
 * @param faults it got over so far
 * @param status in the mover's own word; null where it has none
 * @param problem why it does not go on now; null while it does
 * @param retryAt when it is tried again; null where nobody can say
 * @param why this mover and no other, in words; null where there was nothing to choose from
 * @param again when to ask next, unless there is news before
 */
record Travel(String mover, long bytes, long faults, String status, Problem problem, Instant retryAt,
        Duration again, String why) {
    Travel because(String reason) {
        return new Travel(mover, bytes, faults, status, problem, retryAt, again, reason);
    }

    Travel plus(Travel other) {
        if (other == null) {
            return this;
        }
        boolean mine = problem != null || other.problem == null;
        return new Travel(mover.equals(other.mover) ? mover : mover + "+" + other.mover, bytes + other.bytes,
                faults + other.faults, mine ? status : other.status, mine ? problem : other.problem,
                mine ? retryAt : other.retryAt, again.compareTo(other.again) < 0 ? again : other.again,
                why == null ? other.why : why);
    }

    /** Whether people have been told the same already. */
    boolean told(Travel before) {
        return before != null && bytes == before.bytes && faults == before.faults
                && java.util.Objects.equals(status, before.status) && java.util.Objects.equals(problem, before.problem);
    }
}
