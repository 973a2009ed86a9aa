package org.diamondhpc.submit.domain;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.diamondhpc.site.scheduler.Observation;

/**
 * How a waiting job is withdrawn. Its queue is only a hint: it may begin in the moment after the look. What decides is the
 * attempt's claim, which is made once: by the job, whose first act it is, or for nobody.
 *
 * @param patience how long a site that gives no healthy answer is asked before the job stays
 */
public record WithdrawalRules(Duration patience) {
    private static final Duration PAUSE = Duration.ofSeconds(3);

    /** Before anything is asked of the site; empty: go on. */
    public Optional<Parting> before(Withdrawal asked, boolean cancelled) {
        return cancelled && !asked.closing() ? Optional.of(new Parting.Stays("the task was cancelled")) : Optional.empty();
    }

    /** What follows from a look at the job, before its attempt is claimed. */
    public Parting afterLook(Withdrawal asked, Observation seen, Instant now) {
        return switch (seen) {
            case Observation.Pending p when p.settingUp() -> new Parting.Stays("its nodes were being set up");
            case Observation.Pending p -> new Parting.Close();
            case Observation.ClaimedByNobody n -> new Parting.Close();
            case Observation.Unobserved u -> unanswered(asked, u.why(), now);
            case Observation.Running r -> new Parting.Stays("its job had begun");
            case Observation.ClaimedBy c -> new Parting.Stays("its job had begun");
            case Observation.Requeued r -> new Parting.Stays("its job had begun before");
            case Observation.Ended e -> new Parting.Stays("its job had ended");
            case Observation.Absent a -> new Parting.Stays("its job was not found waiting");
            case Observation.Duplicate d -> new Parting.Stays("there was a second job of the attempt");
        };
    }

    /** @param owner the job that had claimed the attempt before; empty: it is claimed for nobody now */
    public Parting afterClaim(Optional<String> owner) {
        return owner.<Parting>map(job -> new Parting.Stays("its job had begun in the meantime")).orElseGet(Parting.Gone::new);
    }

    /** The site gave no answer that tells anything. Once the attempt may be claimed only the claim can tell what to do. */
    public Parting unanswered(Withdrawal asked, String why, Instant now) {
        return asked.closing() || now.isBefore(asked.askedAt().plus(patience)) ? new Parting.Later(PAUSE, why)
                : new Parting.Stays("the site gave no answer: " + why);
    }
}
