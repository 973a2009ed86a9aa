package org.diamondhpc.transfer.intake;

import io.quarkus.hibernate.orm.panache.PanacheEntityBase;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.time.Instant;

/** A task somebody wants stopped, until it has ended. */
@Entity
@Table(name = "cancelled_task")
class CancelledTask extends PanacheEntityBase {
    @Id
    String task;

    @Column(name = "requested_at")
    Instant requestedAt;
}
