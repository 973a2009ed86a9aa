package org.diamondhpc.submit.domain;

import java.time.Instant;
import org.diamondhpc.schemas.id.AccountId;
import org.diamondhpc.schemas.id.AttemptId;
import org.diamondhpc.schemas.task.JobRef;
import org.diamondhpc.schemas.task.Placement;
import org.diamondhpc.schemas.task.TaskOrder;

/**
 * A job that waits and is to be withdrawn, so that its task can be moved.
 *
 * @param askedAt when it was asked for
 * @param closing whether the attempt may have been claimed for nobody already; from then on the claim alone decides
 */
public record Withdrawal(TaskOrder order, Placement placement, JobRef job, Instant askedAt, boolean closing) {
    public static Withdrawal of(TaskOrder order, Placement placement, JobRef job, Instant askedAt) {
        return new Withdrawal(order, placement, job, askedAt, false);
    }

    public AttemptId attempt() {
        return order.attemptId();
    }

    public AccountId account() {
        return new AccountId(placement.site(), placement.user());
    }

    /** The attempt as it was submitted. */
    public Submission submission() {
        return Submission.of(order, placement);
    }

    public Withdrawal nowClosing() {
        return new Withdrawal(order, placement, job, askedAt, true);
    }
}
