package org.diamondhpc.site.scheduler;

import java.time.Instant;
import org.diamondhpc.schemas.reason.Outcome;
import org.diamondhpc.schemas.reason.Problem;

/** What became of one submission. */
public sealed interface SubmitResult {
    /** @param submittedAt by the site's clock, just before the scheduler was asked */
    record Accepted(String jobId, Instant submittedAt) implements SubmitResult {
    }

    /** The attempt had a job already, and the scheduler was not asked. @param foundBy {@code file} or {@code claim} */
    record Adopted(String jobId, String foundBy) implements SubmitResult {
    }

    /** There is no job for certain; the problem says whether trying later may work. */
    record Refused(Problem problem) implements SubmitResult {
        public Refused {
            if (problem.outcome() == Outcome.UNKNOWN) {
                throw new IllegalArgumentException("a refusal is certain");
            }
        }
    }

    /** There may be a job: look ({@link Dialect#resolve}) before anything is tried again. */
    record Unconfirmed(Problem problem) implements SubmitResult {
    }
}
