package org.diamondhpc.submit.work;

import io.micrometer.core.instrument.MeterRegistry;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import org.diamondhpc.messaging.Work;
import org.diamondhpc.messaging.WorkHandler;
import org.diamondhpc.messaging.WorkOutcome;
import org.diamondhpc.messaging.domain.EventPublisher;
import org.diamondhpc.schemas.event.TaskEvent;
import org.diamondhpc.schemas.id.AccountId;
import org.diamondhpc.schemas.id.AttemptId;
import org.diamondhpc.schemas.id.TenantId;
import org.diamondhpc.schemas.task.JobRef;
import org.diamondhpc.site.session.SiteException;

/**
 * Tells the chosen one of several jobs to do the work. The word is given once and can be asked for again, so a process killed anywhere
 * leaves the next run with the same question; a job that had given up waiting has said so in the same place.
 */
@ApplicationScoped
class GoHandler implements WorkHandler<GoHandler.Waiting> {
    static final String KIND = "go";
    private static final Duration PAUSE = Duration.ofSeconds(1);

    /** Which job waits. */
    record Waiting(AttemptId attempt, TenantId tenant, AccountId account, JobRef job) {
    }

    private final JobDesk desk;
    private final SubmissionLedger ledger;
    private final EventPublisher events;
    private final MeterRegistry meters;

    GoHandler(JobDesk desk, SubmissionLedger ledger, EventPublisher events, MeterRegistry meters) {
        this.desk = desk;
        this.ledger = ledger;
        this.events = events;
        this.meters = meters;
    }

    @Override
    public String kind() {
        return KIND;
    }

    @Override
    public Class<Waiting> payload() {
        return Waiting.class;
    }

    @Override
    public WorkOutcome work(Work<Waiting> work) {
        Waiting job = work.payload();
        boolean cancelled = ledger.cancelRequested(job.attempt().task());
        try {
            boolean goes = desk.tell(job.account(), job.attempt(), job.tenant(), !cancelled);
            return WorkOutcome.done(() -> told(job, goes, cancelled));
        } catch (SiteException e) {
            return e.retryAt().map(at -> WorkOutcome.again(at, e.getMessage()))
                    .orElseGet(() -> WorkOutcome.again(PAUSE, e.getMessage()));
        }
    }

    private void told(Waiting job, boolean goes, boolean cancelled) {
        events.publish(goes ? new TaskEvent.GoGiven(job.attempt(), job.tenant(), job.job())
                : new TaskEvent.GoMissed(job.attempt(), job.tenant(), job.job(), cancelled ? "the task was cancelled"
                        : "its job had given up waiting to be told"));
        meters.counter("diamond.submit.hedges", "site", job.job().site().value(), "outcome", goes ? "given" : "missed").increment();
    }
}
