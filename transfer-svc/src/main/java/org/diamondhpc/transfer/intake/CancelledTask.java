package org.diamondhpc.transfer.intake;

import io.quarkus.hibernate.orm.panache.PanacheEntityBase;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.time.Instant;
import java.util.Collection;
import java.util.Set;
import java.util.stream.Collectors;

/** A task somebody wants stopped, until it has ended. */
@Entity
@Table(name = "cancelled_task")
class CancelledTask extends PanacheEntityBase {
    @Id
    String task;

    @Column(name = "requested_at")
    Instant requestedAt;

    /** Those of the tasks that somebody wants stopped. */
    static Set<String> among(Collection<String> tasks) {
        return tasks.isEmpty() ? Set.of()
                : CancelledTask.<CancelledTask>list("task in ?1", tasks).stream().map(c -> c.task).collect(Collectors.toSet());
    }
}
