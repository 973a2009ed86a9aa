package org.diamondhpc.gateway.task.domain;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.diamondhpc.schemas.id.SiteId;
import org.diamondhpc.schemas.task.JobRef;

/**
 * A task that was submitted to several sites at once, and what that cost besides its work.
 *
 * @param chosen the attempt whose job began first and does the work; absent: none has begun
 * @param toldAfter how long its job waited to be told so; absent: not yet
 * @param extraJobs submitted besides one
 * @param queued for which the others took places in queues, together, as far as is known
 * @param heldNodeSeconds for which nodes were held without working, those of the chosen job too
 */
public record HedgeView(List<CopyView> copies, Integer chosen, Duration toldAfter, int extraJobs, Duration queued,
        double heldNodeSeconds) {
    /** What became of one of the attempts. */
    public enum CopyState {
        /** None has begun yet. */
        OPEN,
        /** It does the work. */
        CHOSEN,
        /** It does none of the work. */
        DROPPED
    }

    /** One of the attempts. @param startedAt when its job began, to wait for its word */
    public record CopyView(int attempt, SiteId site, String partition, JobRef job, CopyState state, Instant startedAt, Instant endedAt) {
    }

    /** Null where the task was not hedged. */
    public static HedgeView of(Hedging hedging, int nodes) {
        if (hedging == null) {
            return null;
        }
        List<CopyView> copies = hedging.copies().stream().map(c -> view(hedging, c)).toList();
        Duration told = hedging.gone() ? hedging.copy(hedging.chosen()).map(c -> since(c.life().timings().startedAt(), hedging.goneAt()))
                .orElse(null) : null;
        Duration queued = Duration.ZERO;
        double held = told == null ? 0 : told.toMillis() / 1000.0;
        for (Hedging.Copy copy : hedging.copies()) {
            Timings t = copy.life().timings();
            if (copy.number() != hedging.chosen()) {
                queued = queued.plus(since(t.submittedAt(), t.startedAt() == null ? t.finishedAt() : t.startedAt()));
                held += since(t.startedAt(), t.finishedAt()).toMillis() / 1000.0;
            }
        }
        int jobs = (int) hedging.copies().stream().filter(c -> c.life().facts().job() != null).count();
        return new HedgeView(copies, hedging.decided() ? hedging.chosen() : null, told, Math.max(0, jobs - 1), queued,
                Math.round(10 * held * nodes) / 10.0);
    }

    private static CopyView view(Hedging hedging, Hedging.Copy copy) {
        AttemptFacts facts = copy.life().facts();
        CopyState state = copy.number() == hedging.chosen() ? CopyState.CHOSEN
                : hedging.decided() || copy.over() ? CopyState.DROPPED : CopyState.OPEN;
        return new CopyView(copy.number(), facts.placement().site(), facts.placement().partition(), facts.job(), state,
                copy.life().timings().startedAt(), copy.life().timings().finishedAt());
    }

    /** Two clocks may disagree by a little; a duration is never negative. */
    private static Duration since(Instant from, Instant to) {
        return from == null || to == null || to.isBefore(from) ? Duration.ZERO : Duration.between(from, to);
    }
}
