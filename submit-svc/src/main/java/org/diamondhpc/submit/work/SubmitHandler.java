package org.diamondhpc.submit.work;

import jakarta.enterprise.context.ApplicationScoped;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import org.diamondhpc.messaging.Work;
import org.diamondhpc.messaging.WorkHandler;
import org.diamondhpc.messaging.WorkOutcome;
import org.diamondhpc.messaging.domain.EventPublisher;
import org.diamondhpc.schemas.event.TaskEvent;
import org.diamondhpc.schemas.task.JobRef;
import org.diamondhpc.site.session.SiteException;
import org.diamondhpc.submit.domain.Move;
import org.diamondhpc.submit.domain.Step;
import org.diamondhpc.submit.domain.Submission;
import org.diamondhpc.submit.domain.SubmissionRules;

/**
 * Turns one staged attempt into one job. The row is the intent: it is committed before anything happens at the
 * site, and a run of it that left no word makes the next run look before it asks.
 */
@ApplicationScoped
public class SubmitHandler implements WorkHandler<Submission> {
    public static final String KIND = "submit";

    private final JobDesk desk;
    private final SubmissionLedger ledger;
    private final EventPublisher events;
    private final SubmissionRules rules;
    private final Clock clock;

    SubmitHandler(JobDesk desk, SubmissionLedger ledger, EventPublisher events, SubmissionRules rules, Clock clock) {
        this.desk = desk;
        this.ledger = ledger;
        this.events = events;
        this.rules = rules;
        this.clock = clock;
    }

    @Override
    public String kind() {
        return KIND;
    }

    @Override
    public Class<Submission> payload() {
        return Submission.class;
    }

    @Override
    public WorkOutcome work(Work<Submission> work) {
        Submission submission = work.payload();
        boolean cancelled = ledger.cancelRequested(submission.order());
        return switch (rules.next(submission, work.runs(), cancelled)) {
            case Move.Drop d -> dropped(submission);
            case Move.Ask a -> follow(work, submission.asked(), ask(work));
            case Move.Look l -> follow(work, submission, look(work, cancelled));
        };
    }

    private Step ask(Work<Submission> work) {
        Submission asked = work.payload().asked();
        try {
            return rules.after(asked, desk.submit(asked), work.runs(), clock.instant());
        } catch (SiteException e) {
            return rules.afterTrouble(asked, e.problem(), e.retryAt(), work.runs(), clock.instant());
        }
    }

    private Step look(Work<Submission> work, boolean cancelled) {
        Submission submission = work.payload();
        Instant since = submission.order().requestedAt();
        try {
            return rules.afterLook(submission, desk.look(submission, since), work.runs(), cancelled, clock.instant());
        } catch (SiteException e) {
            return rules.stillInDoubt(submission, e.problem(), work.runs(), clock.instant());
        }
    }

    private WorkOutcome follow(Work<Submission> work, Submission submission, Step step) {
        return switch (step) {
            case Step.Submitted s -> submitted(submission, s);
            case Step.Rejected r -> WorkOutcome.done(() -> rejected(submission, r));
            case Step.Later l -> {
                work.checkpoint(l.next(), () -> tell(l));
                yield WorkOutcome.again(l.pause(), l.problem().detail());
            }
            case Step.AskAgain a -> {
                work.checkpoint(a.next());
                yield WorkOutcome.again(Duration.ZERO, "nothing found at the site; asking again");
            }
            case Step.Doubt d -> {
                work.checkpoint(d.next(), () -> tell(d));
                yield WorkOutcome.again(d.pause(), d.problem().detail());
            }
            case Step.FenceOff f -> desk.fenceOff(submission)
                    .map(job -> submitted(submission, new Step.Submitted(job, clock.instant(), "claim")))
                    .orElseGet(() -> dropped(submission));
        };
    }

    private WorkOutcome submitted(Submission submission, Step.Submitted step) {
        JobRef job = new JobRef(submission.site(), step.jobId(), step.submittedAt());
        return WorkOutcome.done(() -> {
            ledger.jobKnown(submission, job);
            events.publish(new TaskEvent.JobSubmitted(submission.order(), submission.placement(), job,
                    step.foundBy(), Math.max(1, submission.tries())));
        });
    }

    private void rejected(Submission submission, Step.Rejected rejected) {
        if (ledger.cancelRequested(submission.order())) {
            stopped(submission);
        } else {
            events.publish(new TaskEvent.JobRejected(submission.order(), submission.placement(), rejected.problem()));
        }
    }

    private void tell(Step.Later later) {
        if (later.news()) {
            Submission s = later.next();
            events.publish(new TaskEvent.SubmissionDeferred(s.order().attemptId(), s.tenant(), s.site(),
                    later.problem(), clock.instant().plus(later.pause())));
        }
    }

    private void tell(Step.Doubt doubt) {
        if (doubt.news()) {
            Submission s = doubt.next();
            events.publish(new TaskEvent.SubmissionUnconfirmed(s.order().attemptId(), s.tenant(), s.site(),
                    doubt.problem()));
        }
    }

    private WorkOutcome dropped(Submission submission) {
        return WorkOutcome.done(() -> stopped(submission));
    }

    /** The end of one of several attempts at once is not the task's. */
    private void stopped(Submission submission) {
        if (submission.order().hedge() == null) {
            events.publish(new TaskEvent.TaskCancelled(submission.order().task(), submission.tenant(), "submitting"));
        }
    }
}
