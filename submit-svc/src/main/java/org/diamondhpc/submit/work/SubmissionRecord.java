package org.diamondhpc.submit.work;

import io.quarkus.hibernate.orm.panache.PanacheEntityBase;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.time.Instant;
import org.diamondhpc.schemas.id.AccountId;
import org.diamondhpc.schemas.id.SiteId;

/**
 * A task's latest attempt here, under the task's id; see {@code V100__submission.sql}. Each of several attempts at once is a row of
 * its own, under the attempt's id.
 */
@Entity
@Table(name = "submission")
class SubmissionRecord extends PanacheEntityBase {
    @Id
    @Column(name = "task_id")
    String taskId;
    int attempt;
    String tenant;
    String site;
    String account;
    @Column(name = "job_id")
    String jobId;
    @Column(name = "submitted_at")
    Instant submittedAt;
    @Column(name = "cancel_requested")
    boolean cancelRequested;
    /** The task, where this row is that of one of several attempts at once. */
    @Column(name = "hedge_of")
    String hedgeOf;
    /** Whether attempts of the task have rows of their own. */
    boolean hedged;
    /** Of several attempts at once the one that does the work; 0: none has been chosen. */
    int chosen;
    @Column(name = "ended_at")
    Instant endedAt;

    /** Where its job is, or is to be. */
    AccountId where() {
        return new AccountId(new SiteId(site), account);
    }
}
