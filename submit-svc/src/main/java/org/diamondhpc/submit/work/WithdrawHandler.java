package org.diamondhpc.submit.work;

import io.micrometer.core.instrument.MeterRegistry;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Clock;
import java.time.Duration;
import org.diamondhpc.messaging.Work;
import org.diamondhpc.messaging.WorkHandler;
import org.diamondhpc.messaging.WorkOutcome;
import org.diamondhpc.messaging.domain.EventPublisher;
import org.diamondhpc.schemas.event.TaskEvent;
import org.diamondhpc.site.session.SiteException;
import org.diamondhpc.submit.domain.Parting;
import org.diamondhpc.submit.domain.Withdrawal;
import org.diamondhpc.submit.domain.WithdrawalRules;

/**
 * Withdraws one waiting job. What it does at the site can be repeated, and that it may have claimed the attempt is
 * committed before it does: a process killed anywhere leaves the next run with the same question to the same claim.
 */
@ApplicationScoped
public class WithdrawHandler implements WorkHandler<Withdrawal> {
    static final String KIND = "withdraw";

    private final JobDesk desk;
    private final SubmissionLedger ledger;
    private final EventPublisher events;
    private final WithdrawalRules rules;
    private final Clock clock;
    private final MeterRegistry meters;

    WithdrawHandler(JobDesk desk, SubmissionLedger ledger, EventPublisher events, WithdrawalRules rules, Clock clock,
            MeterRegistry meters) {
        this.desk = desk;
        this.ledger = ledger;
        this.events = events;
        this.rules = rules;
        this.clock = clock;
        this.meters = meters;
    }

    @Override
    public String kind() {
        return KIND;
    }

    @Override
    public Class<Withdrawal> payload() {
        return Withdrawal.class;
    }

    @Override
    public WorkOutcome work(Work<Withdrawal> work) {
        Withdrawal asked = work.payload();
        boolean cancelled = ledger.cancelRequested(asked.order().task());
        Parting parting = rules.before(asked, cancelled).orElseGet(() -> asked.closing() ? new Parting.Close() : look(asked));
        if (parting instanceof Parting.Close) {
            if (!asked.closing()) {
                work.checkpoint(asked.nowClosing());
            }
            parting = close(asked.nowClosing());
        }
        return switch (parting) {
            case Parting.Later l -> WorkOutcome.again(l.pause(), l.why());
            case Parting.Close c -> WorkOutcome.again(Duration.ZERO, "it still waits");
            case Parting.Gone g -> WorkOutcome.done(() -> gone(asked));
            case Parting.Stays s -> WorkOutcome.done(() -> stays(asked, s.why()));
        };
    }

    private Parting look(Withdrawal asked) {
        try {
            return rules.afterLook(asked, desk.observe(asked.submission(), asked.job()), clock.instant());
        } catch (SiteException e) {
            return rules.unanswered(asked, e.getMessage(), clock.instant());
        }
    }

    private Parting close(Withdrawal closing) {
        try {
            return rules.afterClaim(desk.fenceOff(closing.submission()));
        } catch (SiteException e) {
            return rules.unanswered(closing, e.getMessage(), clock.instant());
        }
    }

    private void gone(Withdrawal asked) {
        ledger.withdrawn(asked);
        events.publish(new TaskEvent.JobWithdrawn(asked.order(), asked.placement(), asked.job()));
        counted(asked, "moved");
    }

    private void stays(Withdrawal asked, String why) {
        events.publish(new TaskEvent.PlacementKept(asked.order(), asked.placement(), why));
        counted(asked, "kept");
    }

    private void counted(Withdrawal asked, String outcome) {
        meters.counter("diamond.submit.withdrawals", "site", asked.placement().site().value(), "outcome", outcome).increment();
    }
}
