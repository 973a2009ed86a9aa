package org.diamondhpc.transfer.intake;

import io.quarkus.hibernate.orm.panache.PanacheEntityBase;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Instant;
import java.time.ZoneOffset;
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

    /** Written without being read: of the placements of one attempt the last counts. */
    static void remember(Connection connection, TaskPlaced placed, Instant at) throws SQLException {
        try (PreparedStatement upsert = connection.prepareStatement("""
                insert into attempt_place (attempt, task, tenant, site, account, placed_at) values (?, ?, ?, ?, ?, ?)
                on conflict (attempt) do update set task = excluded.task, tenant = excluded.tenant,
                  site = excluded.site, account = excluded.account, placed_at = excluded.placed_at""")) {
            upsert.setString(1, placed.order().attemptId().toString());
            upsert.setString(2, placed.task().value());
            upsert.setString(3, placed.tenant().value());
            upsert.setString(4, placed.placement().site().value());
            upsert.setString(5, placed.placement().user());
            upsert.setObject(6, at.atOffset(ZoneOffset.UTC));
            upsert.executeUpdate();
        }
    }

    /** The attempts of a task that have a place. */
    static List<String> of(TaskId task) {
        return AttemptPlace.<AttemptPlace>list("task", task.value()).stream().map(p -> p.attempt).toList();
    }

    /** What is to be cleaned up of a task; its places are forgotten with that. */
    static List<CleanWork> forget(TaskId task) {
        List<AttemptPlace> places = list("task", task.value());
        places.forEach(PanacheEntityBase::delete);
        return places.stream().map(p -> new CleanWork(new SiteId(p.site), p.account, new TenantId(p.tenant),
                AttemptId.parse(p.attempt), true)).toList();
    }
}
