package org.diamondhpc.submit.work;

import io.quarkus.hibernate.orm.panache.PanacheRepositoryBase;
import io.quarkus.narayana.jta.QuarkusTransaction;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.persistence.LockModeType;
import java.time.Clock;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import org.diamondhpc.messaging.NewWork;
import org.diamondhpc.messaging.WorkQueue;
import org.diamondhpc.schemas.event.TaskEvent;
import org.diamondhpc.schemas.id.AccountId;
import org.diamondhpc.schemas.id.AttemptId;
import org.diamondhpc.schemas.id.TaskId;
import org.diamondhpc.schemas.id.TenantId;
import org.diamondhpc.schemas.task.JobRef;
import org.diamondhpc.schemas.task.Placement;
import org.diamondhpc.schemas.task.TaskOrder;
import org.diamondhpc.submit.domain.Submission;
import org.diamondhpc.submit.domain.Withdrawal;

/**
 * What submit-svc knows of each task. Whoever learns of a job and whoever asks for a cancellation lock the same row,
 * so that one of the two always sees the other: no cancelled job is forgotten.
 */
@ApplicationScoped
public class SubmissionLedger implements PanacheRepositoryBase<SubmissionRecord, String> {
    /** Longer than any event can be late. */
    private static final Duration KEPT_AFTER_END = Duration.ofDays(8);

    private final WorkQueue work;
    private final Clock clock;

    SubmissionLedger(WorkQueue work, Clock clock) {
        this.work = work;
        this.clock = clock;
    }

    /** Takes a staged attempt in. False: the task was cancelled already, nothing is to be done. */
    public Intake stagedAttempt(Submission submission) {
        SubmissionRecord row = locked(submission.order().task(), submission.tenant());
        if (row.cancelRequested) {
            return Intake.CANCELLED;
        }
        if (submission.order().hedge() != null) {
            if (row.chosen != 0) {
                return Intake.STALE; // another does the work, or none of these any more
            }
            row.hedged = true;
            row = hedged(submission.order().attemptId(), submission.tenant());
        }
        if (submission.order().attempt() <= row.attempt) {
            return Intake.STALE;
        }
        row.attempt = submission.order().attempt();
        row.site = submission.site().value();
        row.account = submission.placement().user();
        row.jobId = null;
        row.submittedAt = null;
        String lane = submission.site().value();
        work.enqueue(new NewWork(SubmitHandler.KIND, submission.order().attemptId().toString(), lane, submission));
        return Intake.TAKEN;
    }

    /** What became of a staged attempt. */
    public enum Intake {
        TAKEN, STALE, CANCELLED
    }

    /** Remembers the wish, and cancels the job where one is known. */
    public void cancelRequested(TaskId task, TenantId tenant) {
        SubmissionRecord row = locked(task, tenant);
        boolean ended = row.endedAt != null;
        drop(row, ended);
        copies(row).forEach(one -> drop(one, ended));
    }

    private void drop(SubmissionRecord row, boolean ended) {
        row.cancelRequested = true;
        if (row.jobId != null && !ended) {
            cancelAtSite(row.where(), row.jobId, false);
        }
    }

    boolean cancelRequested(TaskId task) {
        return requested(task.value());
    }

    /** Whether nothing is to come of the attempt any more. */
    boolean cancelRequested(TaskOrder order) {
        return requested(order.task().value()) || order.hedge() != null && requested(order.attemptId().toString());
    }

    private boolean requested(String row) {
        return QuarkusTransaction.joiningExisting().call(
                () -> findByIdOptional(row).map(known -> known.cancelRequested).orElse(false));
    }

    /** Of several attempts this one does the work: its job is told so, the others are cancelled wherever they are. */
    public void chosen(TaskEvent.AttemptChosen choice) {
        SubmissionRecord task = locked(choice.task(), choice.tenant());
        if (task.chosen != 0) {
            return;
        }
        task.chosen = choice.attempt().number();
        task.hedged = true;
        choice.dropped().forEach(other -> drop(hedged(other, choice.tenant()), false));
        SubmissionRecord row = hedged(choice.attempt(), choice.tenant());
        work.enqueue(new NewWork(GoHandler.KIND, choice.attempt().toString(), choice.job().site() + "/go",
                new GoHandler.Waiting(choice.attempt(), choice.tenant(), row.where(), choice.job())));
    }

    /** Records the attempt's job; where the task was cancelled meanwhile, its cancellation follows at once. */
    void jobKnown(Submission submission, JobRef job) {
        SubmissionRecord task = locked(submission.order().task(), submission.tenant());
        SubmissionRecord row = submission.order().hedge() == null ? task
                : hedged(submission.order().attemptId(), submission.tenant());
        if (row.attempt != submission.order().attempt()) {
            return;
        }
        row.jobId = job.id();
        row.submittedAt = job.submittedAt();
        if (row.cancelRequested || task.cancelRequested) {
            cancelAtSite(row.where(), job.id(), false);
        }
    }

    /**
     * Begins to withdraw the attempt's job.
     *
     * @return false where there is none to withdraw: it is not known here, or the task was cancelled or has ended
     */
    public boolean withdraw(TaskOrder order, Placement placement) {
        SubmissionRecord row = locked(order.task(), order.tenant());
        if (row.attempt != order.attempt() || row.jobId == null || row.cancelRequested || row.endedAt != null
                || order.spec().array() != null) {
            return false;
        }
        JobRef job = new JobRef(placement.site(), row.jobId, row.submittedAt == null ? order.requestedAt() : row.submittedAt);
        work.enqueue(new NewWork(WithdrawHandler.KIND, order.attemptId().toString(), placement.site() + "/withdraw",
                Withdrawal.of(order, placement, job, clock.instant())));
        return true;
    }

    /** The attempt is claimed for nobody; its job is no longer the task's, and what is left of it in the queue must go. */
    void withdrawn(Withdrawal withdrawal) {
        SubmissionRecord row = locked(withdrawal.order().task(), withdrawal.order().tenant());
        if (row.attempt == withdrawal.order().attempt()) {
            row.jobId = null;
            row.submittedAt = null;
        }
        cancelAtSite(withdrawal.account(), withdrawal.job().id(), true);
    }

    /** Another job than the recorded one claimed the attempt: that one is the task's job, the other must go. */
    public void jobIdentified(AttemptId attempt, TenantId tenant, JobRef job, JobRef recorded) {
        SubmissionRecord row = of(attempt, tenant);
        if (row.attempt != attempt.number()) {
            return;
        }
        row.jobId = job.id();
        row.submittedAt = job.submittedAt();
        cancelAtSite(row.where(), recorded.id(), true);
        if (row.cancelRequested) {
            cancelAtSite(row.where(), job.id(), false);
        }
    }

    /** A second job of the attempt must go. */
    public void duplicateFenced(AttemptId attempt, TenantId tenant, JobRef job) {
        SubmissionRecord row = of(attempt, tenant);
        if (row.attempt == attempt.number()) { // else its place is another site's, where the id is another job's
            cancelAtSite(row.where(), job.id(), true);
        }
    }

    private void cancelAtSite(AccountId account, String jobId, boolean duplicate) {
        work.enqueue(new NewWork(CancelHandler.KIND, account + "/" + jobId, account.site() + "/cancel",
                new CancelHandler.Cancellation(account, jobId, duplicate)));
    }

    public void ended(TaskId task) {
        findByIdOptional(task.value(), LockModeType.PESSIMISTIC_WRITE).ifPresent(row -> {
            row.endedAt = clock.instant();
            copies(row).forEach(one -> one.endedAt = row.endedAt);
        });
    }

    long forgetEnded() {
        return delete("endedAt < ?1", clock.instant().minus(KEPT_AFTER_END));
    }

    /** Locks what is known of the tasks with one question; what is done with each then asks no more. */
    public void expect(Collection<String> tasks) {
        find("taskId in ?1 order by taskId", tasks).withLock(LockModeType.PESSIMISTIC_WRITE).list();
    }

    /** The row of the attempt, which may be one of several at once; locked after the task's, as everywhere. */
    private SubmissionRecord of(AttemptId attempt, TenantId tenant) {
        SubmissionRecord task = locked(attempt.task(), tenant);
        SubmissionRecord own = task.hedged ? findById(attempt.toString(), LockModeType.PESSIMISTIC_WRITE) : null;
        return own == null ? task : own;
    }

    /** The rows of several attempts at once; nothing is asked for other tasks. */
    private List<SubmissionRecord> copies(SubmissionRecord task) {
        return task.hedged ? list("hedgeOf", task.taskId) : List.of();
    }

    /** The row of one of several attempts at once. */
    private SubmissionRecord hedged(AttemptId attempt, TenantId tenant) {
        SubmissionRecord row = locked(attempt.toString(), tenant);
        row.hedgeOf = attempt.task().value();
        return row;
    }

    private SubmissionRecord locked(TaskId task, TenantId tenant) {
        return locked(task.value(), tenant);
    }

    /**
     * The row, made where there is none. Should two make it at once, the transaction that commits last fails and
     * is tried again.
     */
    private SubmissionRecord locked(String id, TenantId tenant) {
        SubmissionRecord known = findById(id, LockModeType.PESSIMISTIC_WRITE);
        if (known != null) {
            return known;
        }
        SubmissionRecord fresh = new SubmissionRecord();
        fresh.taskId = id;
        fresh.tenant = tenant.value();
        persist(fresh);
        return fresh;
    }
}
