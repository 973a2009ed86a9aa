package org.diamondhpc.gateway.wake;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.time.Instant;
import java.util.Arrays;
import java.util.Set;
import java.util.stream.Collectors;
import org.diamondhpc.gateway.wake.domain.Alarm;

/** A wait; only how it stands ever changes. */
@Entity
@Table(name = "wait")
class WaitRow {
    @Id
    String id;
    @Column(updatable = false)
    String session;
    @Column(updatable = false)
    String tenant;
    @Column(updatable = false)
    String mode;
    @Column(updatable = false)
    String note;
    @Column(updatable = false)
    Instant deadline;
    @Column(updatable = false)
    String attention;
    String state;
    Long wake;
    @Column(name = "created_at", updatable = false)
    Instant createdAt;

    boolean open() {
        return state.equals(WaitView.State.OPEN.name());
    }

    Set<Alarm> attention() {
        return attention.isEmpty() ? Set.of()
                : Arrays.stream(attention.split(",")).map(Alarm::valueOf).collect(Collectors.toSet());
    }

    void attention(Set<Alarm> alarms) {
        attention = alarms.stream().sorted().map(Alarm::name).collect(Collectors.joining(","));
    }
}
