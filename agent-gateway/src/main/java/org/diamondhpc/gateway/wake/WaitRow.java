package org.diamondhpc.gateway.wake;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.time.Instant;
import org.hibernate.annotations.DynamicUpdate;

@Entity
@DynamicUpdate
@Table(name = "wait")
class WaitRow {
    @Id
    String id;
    String session;
    String tenant;
    String mode;
    String note;
    Instant deadline;
    String state;
    Long wake;
    @Column(name = "created_at")
    Instant createdAt;

    boolean open() {
        return state.equals(WaitView.State.OPEN.name());
    }
}
