package org.diamondhpc.schemas.task;

import java.time.Duration;
import java.time.Instant;
import org.diamondhpc.schemas.id.SiteId;
import org.diamondhpc.schemas.id.TaskId;

/**
 * One placement: what was foreseen, and what came of it.
 *
 * @param partition absent where the site has none
 * @param policy the policy that chose
 * @param predicted counted from {@code decidedAt}
 * @param staged how long moving the inputs took; absent: not yet
 * @param waited from the scheduler's having the job to its start; absent: not yet
 * @param ran absent: not yet, or it did not end well
 * @param outcome how the attempt ended, in the words of {@link JobEnd} or a reason; absent: not yet
 */
public record PredictionTruth(TaskId task, int attempt, SiteId site, String partition, String policy, Instant decidedAt,
        Prediction predicted, Duration staged, Duration waited, Duration ran, String outcome) {
    /** A scheduler's own turn-around; nobody foresees it to the second. */
    private static final Duration SLACK = Duration.ofSeconds(2);

    /** Whether the wait lay between the bounds foreseen; null as long as nothing is known. */
    public Boolean within() {
        return waited == null ? null : waited.compareTo(predicted.waitLow().minus(SLACK)) >= 0
                && waited.compareTo(predicted.waitHigh().plus(SLACK)) <= 0;
    }
}
