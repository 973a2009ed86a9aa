package org.diamondhpc.submit.domain;

import java.time.Duration;
import java.time.Instant;
import org.diamondhpc.schemas.reason.Problem;

/** What follows from an answer of the site. */
public sealed interface Step {
    /** The job is known. */
    record Submitted(String jobId, Instant submittedAt, String foundBy) implements Step {
    }

    /** The place will not take it. */
    record Rejected(Problem problem) implements Step {
    }

    /** Nothing is at the site; tried again after the pause. {@code news}: the wait has just got this reason. */
    record Later(Submission next, Duration pause, Problem problem, boolean news) implements Step {
    }

    /** Healthy looks found nothing: the scheduler may be asked again at once. */
    record AskAgain(Submission next) implements Step {
    }

    /** It may be at the site; looked at again after the pause. {@code news}: the doubt has just begun. */
    record Doubt(Submission next, Duration pause, Problem problem, boolean news) implements Step {
    }

    /** Cancelled while in doubt and nothing found: claim the attempt for nobody, so that a late job does nothing. */
    record FenceOff() implements Step {
    }
}
