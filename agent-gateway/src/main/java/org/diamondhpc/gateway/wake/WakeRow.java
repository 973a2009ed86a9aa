package org.diamondhpc.gateway.wake;

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
@Table(name = "wake")
@IdClass(WakeRow.Key.class)
class WakeRow {
    @Id
    String session;
    @Id
    long number;
    String wait;
    String reason;
    String digest;
    @Column(name = "issued_at")
    Instant issuedAt;

    /** One wake of one session. */
    record Key(String session, long number) implements Serializable {
    }

    WakeView view() {
        return new WakeView(number, wait, reason, issuedAt, digest);
    }
}
