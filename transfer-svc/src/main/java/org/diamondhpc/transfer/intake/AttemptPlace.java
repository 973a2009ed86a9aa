package org.diamondhpc.transfer.intake;

import io.quarkus.hibernate.orm.panache.PanacheEntityBase;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.time.Instant;
import java.util.List;
import org.diamondhpc.schemas.event.TaskEvent.TaskPlaced;
import org.diamondhpc.schemas.id.AttemptId;
import org.diamondhpc.schemas.id.SiteId;
import org.diamondhpc.schemas.id.TaskId;
import org.diamondhpc.schemas.id.TenantId;
import org.diamondhpc.transfer.work.CleanWork;

/** Where an attempt has a directory, until its task is forgotten. */
@Entity
@Table(name = "attempt_place")
class AttemptPlace extends PanacheEntityBase {
    @Id
    String attempt;
    String task;
    String tenant;
    String site;
    String account;
    @Column(name = "placed_at")
    Instant placedAt;

    static void remember(TaskPlaced placed, Instant at) {
        String attempt = placed.order().attemptId().toString();
        AttemptPlace known = findById(attempt);
        AttemptPlace place = known == null ? new AttemptPlace() : known;
        place.attempt = attempt;
        place.task = placed.task().value();
        place.tenant = placed.tenant().value();
        place.site = placed.placement().site().value();
        place.account = placed.placement().user();
        place.placedAt = at;
        place.persist();
    }

    /** What is to be cleaned up of a task; its places are forgotten with that. */
    static List<CleanWork> forget(TaskId task) {
        List<AttemptPlace> places = list("task", task.value());
        places.forEach(PanacheEntityBase::delete);
        return places.stream().map(p -> new CleanWork(new SiteId(p.site), p.account, new TenantId(p.tenant),
                AttemptId.parse(p.attempt), true)).toList();
    }
}
