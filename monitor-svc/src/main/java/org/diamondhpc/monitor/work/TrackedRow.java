package org.diamondhpc.monitor.work;

import io.quarkus.hibernate.orm.panache.PanacheEntityBase;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.time.Instant;
import org.diamondhpc.monitor.domain.TrackedJob;
import org.hibernate.annotations.JdbcTypeCode;
import org.hibernate.annotations.Mutability;
import org.hibernate.type.SqlTypes;
import org.hibernate.type.descriptor.java.Immutability;

/** A watched job; see {@code V100__tracked_job.sql}. */
@Entity
@Table(name = "tracked_job")
class TrackedRow extends PanacheEntityBase {
    @Id
    String attempt;
    String tenant;
    String site;
    String account;
    /** A value: replaced, never changed, so that nothing is copied to see whether it was. */
    @JdbcTypeCode(SqlTypes.JSON)
    @Mutability(Immutability.class)
    TrackedJob job;
    @Column(name = "ended_at")
    Instant endedAt;
}
