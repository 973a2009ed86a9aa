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
    String attention;
    String state;
    Long wake;
    @Column(name = "created_at")
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
