package org.diamondhpc.submit.domain;

import java.time.Duration;
import java.time.Instant;
import org.diamondhpc.schemas.id.SiteId;
import org.diamondhpc.schemas.id.TenantId;
import org.diamondhpc.schemas.reason.Reason;
import org.diamondhpc.schemas.task.Placement;
import org.diamondhpc.schemas.task.TaskOrder;

/**
 * What is known of one attempt's submission between two runs of its work row.
 *
 * @param tries how often the scheduler was asked
 * @param settledRuns how many runs of the row are known to have ended without an open question; a run beyond them
 *     that left no word (its process was killed) is a doubt
 * @param firstTriedAt when the first try was made; absent before it
 * @param doubtSince since when it is not known whether the scheduler accepted; absent: no doubt
 * @param emptyLooks healthy looks in this doubt that found nothing
 * @param told the reason of the wait that was told last; absent: none since it went on or a doubt began
 */
public record Submission(TaskOrder order, Placement placement, int tries, int settledRuns, Instant firstTriedAt,
        Instant doubtSince, int emptyLooks, Reason told) {

    public static Submission of(TaskOrder order, Placement placement) {
        return new Submission(order, placement, 0, 0, null, null, 0, null);
    }

    public SiteId site() {
        return placement.site();
    }

    public TenantId tenant() {
        return order.tenant();
    }

    boolean inDoubt() {
        return doubtSince != null;
    }

    /** Nothing is at the site for certain; {@code runs} runs of the row are answered for. */
    Submission settled(int runs, Instant now) {
        return new Submission(order, placement, tries, runs, firstTriedAt == null ? now : firstTriedAt, null, 0,
                told);
    }

    Submission doubting(int runs, Instant now) {
        return new Submission(order, placement, tries, runs, firstTriedAt == null ? now : firstTriedAt,
                inDoubt() ? doubtSince : now, 0, null);
    }

    Submission lookedInVain(int runs) {
        return new Submission(order, placement, tries, runs, firstTriedAt, doubtSince, emptyLooks + 1, null);
    }

    /** One more question to the scheduler. */
    public Submission asked() {
        return new Submission(order, placement, tries + 1, settledRuns, firstTriedAt, doubtSince, emptyLooks, told);
    }

    Submission told(Reason reason) {
        return new Submission(order, placement, tries, settledRuns, firstTriedAt, doubtSince, emptyLooks, reason);
    }

    /** How long the attempt has been tried. */
    Duration age(Instant now) {
        return firstTriedAt == null ? Duration.ZERO : Duration.between(firstTriedAt, now);
    }
}
