package org.diamondhpc.gateway.audit;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.time.Instant;
import org.hibernate.annotations.Immutable;

@Entity
@Immutable
@Table(name = "audit")
class AuditRow {
    @Id
    String id;
    String tenant;
    String actor;
    String action;
    String subject;
    String session;
    Instant at;
}
