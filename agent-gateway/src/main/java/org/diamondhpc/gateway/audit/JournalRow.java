package org.diamondhpc.gateway.audit;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.IdClass;
import jakarta.persistence.Table;
import java.io.Serializable;
import java.time.Instant;
import org.hibernate.annotations.Immutable;

@Entity
@Immutable
@Table(name = "journal")
@IdClass(JournalRow.Key.class)
class JournalRow {
    @Id
    String subject;
    @Id
    int seq;
    @Column(name = "event_id")
    String eventId;
    String type;
    Instant time;
    String body;

    /** One event of one subject. */
    record Key(String subject, int seq) implements Serializable {
    }
}
