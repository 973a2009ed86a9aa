package org.diamondhpc.gateway.wake;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.IdClass;
import jakarta.persistence.Table;
import java.io.Serializable;
import java.time.Instant;

@Entity
@Table(name = "wait_item")
@IdClass(WaitItemRow.Key.class)
class WaitItemRow {
    @Id
    @Column(name = "wait")
    String waitId;
    @Id
    String kind;
    @Id
    String subject;
    @Column(name = "met_at")
    Instant metAt;

    /** One thing one wait waits for. */
    record Key(String waitId, String kind, String subject) implements Serializable {
    }
}
