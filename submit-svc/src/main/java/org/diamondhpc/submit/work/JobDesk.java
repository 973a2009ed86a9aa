package org.diamondhpc.submit.work;

import java.time.Instant;
import java.util.Optional;
import org.diamondhpc.schemas.id.AccountId;
import org.diamondhpc.schemas.id.AttemptId;
import org.diamondhpc.schemas.id.SiteId;
import org.diamondhpc.schemas.id.TenantId;
import org.diamondhpc.schemas.task.JobRef;
import org.diamondhpc.site.scheduler.Observation;
import org.diamondhpc.site.scheduler.Resolution;
import org.diamondhpc.site.scheduler.SubmitResult;
import org.diamondhpc.submit.domain.Submission;

/**
 * What submit-svc does at sites. Every method may throw {@link org.diamondhpc.site.session.SiteException}, whose
 * outcome says whether the effect may have happened.
 */
public interface JobDesk {
    /** Asks the scheduler once; adopts a job whose id already lies in the attempt's directory. */
    SubmitResult submit(Submission submission);

    /** Looks for a job of the attempt, accepted at {@code since} or later. */
    Resolution look(Submission submission, Instant since);

    /** What a look says of the attempt's job. */
    Observation observe(Submission submission, JobRef job);

    /**
     * Claims the attempt for nobody, so that a job that turns up later runs none of the user's work.
     *
     * @return the job that had claimed it before, if one did
     */
    Optional<String> fenceOff(Submission submission);

    /**
     * Tells one of several jobs, which waits for it, whether it does the work.
     *
     * @return whether it does: it may have given up waiting
     */
    boolean tell(AccountId account, AttemptId attempt, TenantId tenant, boolean go);

    /** A job that has ended already counts as cancelled. */
    void cancel(AccountId account, String jobId);

    /** Cancels a second job of an attempt while it waits; one that runs ends by itself. */
    void cancelDuplicate(AccountId account, String jobId);

    void hold(SiteId site, TenantId tenant, String jobId);

    void release(SiteId site, TenantId tenant, String jobId);
}
