package org.diamondhpc.discovery.domain.placing;

import java.time.Duration;
import java.time.Instant;
import org.diamondhpc.discovery.domain.verdict.Setback;
import org.diamondhpc.schemas.reason.Outcome;
import org.diamondhpc.schemas.reason.Problem;
import org.diamondhpc.schemas.reason.Reason;
import org.diamondhpc.schemas.task.Exclusion;
import org.diamondhpc.schemas.task.Placement;
import org.diamondhpc.schemas.task.TaskOrder;

/** What follows when a place refused an attempt, or its inputs could not be had there. */
public sealed interface Aftermath {
    /** A place is looked for again, without the refused one for good ({@code order}) or for a time ({@code setback}). */
    record Again(TaskOrder order, Setback setback, Problem refusal) implements Aftermath {
    }

    /** No other place would do better. */
    record GiveUp(Problem problem) implements Aftermath {
    }

    Duration FIRST_PAUSE = Duration.ofSeconds(10);
    Duration LAST_PAUSE = Duration.ofMinutes(10);

    /**
     * @param refusals how often this task was refused before
     * @param most after so many refusals it is given up
     */
    static Aftermath of(TaskOrder order, Placement placement, Problem problem, int refusals, int most, Instant now) {
        if (refusals + 1 >= most) {
            return new GiveUp(new Problem(problem.reason(), "%s (refused %d times, the last time by %s)".formatted(
                    problem.detail(), refusals + 1, placement.site()), problem.whatToDo(), problem.violations()));
        }
        String partition = wholeSite(problem.reason()) ? null : placement.partition();
        if (problem.outcome() != Outcome.PERMANENT) {
            return new Again(order.again(null), new Setback(placement.site(), partition, now.plus(pause(refusals)),
                    problem), null);
        }
        return nowhereElse(problem.reason()) ? new GiveUp(problem) : new Again(order.again(
                new Exclusion(placement.site(), partition, null, problem.reason() + ", " + problem.detail())),
                null, problem);
    }

    private static Duration pause(int refusals) {
        Duration pause = FIRST_PAUSE.multipliedBy(1L << Math.min(10, refusals));
        return pause.compareTo(LAST_PAUSE) > 0 ? LAST_PAUSE : pause;
    }

    /** The fault lies in the request or its source, not in the place. */
    private static boolean nowhereElse(Reason reason) {
        return reason.family().equals("INVALID") || reason.family().equals("POLICY")
                || reason == Reason.TRANSFER_SOURCE_MISSING;
    }

    /** What one partition of a site says holds for the others as well. */
    private static boolean wholeSite(Reason reason) {
        return switch (reason) {
            case SCHEDULER_INVALID_PARTITION, SCHEDULER_INVALID_QOS, SCHEDULER_LIMIT_EXCEEDED, SCHEDULER_INFEASIBLE,
                 SCHEDULER_REFUSED -> false;
            default -> true;
        };
    }
}
