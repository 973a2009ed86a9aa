package org.diamondhpc.submit.work;

import io.quarkus.hibernate.orm.panache.PanacheEntityBase;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.time.Instant;
import org.diamondhpc.schemas.id.AccountId;
import org.diamondhpc.schemas.id.SiteId;

/** A task's latest attempt here; see {@code V100__submission.sql}. */
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
    @Column(name = "ended_at")
    Instant endedAt;

    /** Where its job is, or is to be. */
    AccountId where() {
        return new AccountId(new SiteId(site), account);
    }
}
