package org.diamondhpc.messaging.work;

import jakarta.inject.Singleton;
import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.diamondhpc.messaging.tx.Database;

/** The statements by which workers take rows up, keep them and give them back. */
@Singleton
class WorkTable {
    /**
     * Steps through the lanes by index, so a lane with a hundred thousand rows costs no more than one with ten, takes
     * from each what it has room for, and of these the rows that are due longest.
     */
    private static final String CLAIM = """
            with recursive lanes as (
              (select lane from work_item order by lane limit 1)
              union all
              select (select w.lane from work_item w where w.lane > l.lane order by w.lane limit 1)
              from lanes l where l.lane is not null
            ), free as (
              select l.lane, least(? - coalesce(b.running, 0), ?) as places
              from lanes l left join unnest(?::text[], ?::int[]) as b(lane, running) on b.lane = l.lane
              where l.lane is not null
            ), due as (
              select d.id from free f cross join lateral (
                select w.id, w.due_at from work_item w
                where w.lane = f.lane and w.kind = any (?) and w.due_at <= now()
                order by w.due_at limit greatest(f.places, 0) for update skip locked) d
              order by d.due_at limit ?
            )
            update work_item w set lease = gen_random_uuid(), instance = ?, hasten_at = null, runs = runs + 1,
              due_at = now() + ? * interval '1 ms', updated_at = now()
            from due where w.id = due.id
            returning w.id, w.kind, w.key, w.lane, w.payload, w.lease, w.runs, w.failures, w.trace""";

    private final Database database;

    WorkTable(Database database) {
        this.database = database;
    }

    List<Claim> claim(Collection<String> kinds, Map<String, Integer> running, int perLane, int room, String instance,
            Duration lease) {
        return database.with(connection -> {
            try (PreparedStatement claim = connection.prepareStatement(CLAIM)) {
                claim.setInt(1, perLane);
                claim.setInt(2, room);
                claim.setArray(3, text(connection, running.keySet()));
                claim.setArray(4, connection.createArrayOf("int4", running.values().toArray()));
                claim.setArray(5, text(connection, kinds));
                claim.setInt(6, room);
                claim.setString(7, instance);
                claim.setLong(8, lease.toMillis());
                return claims(claim);
            }
        });
    }

    private static List<Claim> claims(PreparedStatement claim) throws SQLException {
        List<Claim> claims = new ArrayList<>();
        try (ResultSet row = claim.executeQuery()) {
            while (row.next()) {
                claims.add(new Claim(row.getLong(1), row.getString(2), row.getString(3), row.getString(4),
                        row.getString(5), row.getObject(6, UUID.class), row.getInt(7), row.getInt(8),
                        row.getString(9)));
            }
        }
        return claims;
    }

    /** Moves the leases on; returns those that are lost. Rows locked right now are being settled and are left out. */
    Set<UUID> renew(Collection<Claim> claims, Duration lease) {
        Set<UUID> lost = new HashSet<>();
        claims.forEach(claim -> lost.add(claim.lease()));
        return database.with(connection -> {
            Array ids = connection.createArrayOf("int8", claims.stream().map(Claim::id).toArray());
            Array leases = connection.createArrayOf("uuid", lost.toArray());
            try (PreparedStatement renew = connection.prepareStatement("""
                    update work_item set due_at = now() + ? * interval '1 ms' where id in (
                      select id from work_item where id = any (?) and lease = any (?) for update skip locked)""");
                    PreparedStatement held = connection.prepareStatement(
                            "select lease from work_item where id = any (?) and lease = any (?)")) {
                renew.setLong(1, lease.toMillis());
                renew.setArray(2, ids);
                renew.setArray(3, leases);
                renew.executeUpdate();
                held.setArray(1, ids);
                held.setArray(2, leases);
                try (ResultSet row = held.executeQuery()) {
                    while (row.next()) {
                        lost.remove(row.getObject(1, UUID.class));
                    }
                }
            }
            return lost;
        });
    }

    /** Makes the rows due that an earlier life of this instance left behind; returns how many. */
    int reclaim(String instance) {
        return database.with(connection -> {
            try (PreparedStatement reclaim = connection.prepareStatement("update work_item"
                    + " set lease = null, instance = null, due_at = now(), updated_at = now() where instance = ?")) {
                reclaim.setString(1, instance);
                return reclaim.executeUpdate();
            }
        });
    }

    /** Removes the rows, always in the same order; returns the leases under which that was possible. */
    Set<UUID> remove(Collection<Claim> claims) {
        return database.with(connection -> {
            Set<UUID> held = new HashSet<>();
            try (PreparedStatement delete = connection.prepareStatement("""
                    delete from work_item where id in (
                      select id from work_item where id = any (?) and lease = any (?) order by id for update)
                    returning lease""")) {
                delete.setArray(1, connection.createArrayOf("int8", claims.stream().map(Claim::id).toArray()));
                delete.setArray(2, connection.createArrayOf("uuid", claims.stream().map(Claim::lease).toArray()));
                try (ResultSet row = delete.executeQuery()) {
                    while (row.next()) {
                        held.add(row.getObject(1, UUID.class));
                    }
                }
            }
            return held;
        });
    }

    /** Removes the row; false where the lease is lost. */
    boolean remove(Claim claim) {
        return changed(claim, "delete from work_item where id = ? and lease = ?");
    }

    boolean checkpoint(Claim claim, String payload, Duration lease) {
        return changed(claim, "update work_item set payload = ?::json, due_at = now() + ? * interval '1 ms',"
                + " updated_at = now() where id = ? and lease = ?", payload, lease.toMillis());
    }

    /** Gives the row back, to be worked again after the pause, or earlier where it was hastened meanwhile. */
    boolean again(Claim claim, Duration pause, String why) {
        return changed(claim, "update work_item set lease = null, instance = null, failures = 0, last_error = ?,"
                + " due_at = least(hasten_at, clock_timestamp() + ? * interval '1 ms'), updated_at = now()"
                + " where id = ? and lease = ?", why, pause.toMillis());
    }

    /** Gives the row back after an unexpected failure. */
    boolean failed(Claim claim, Duration pause, String error) {
        return changed(claim, "update work_item set lease = null, instance = null, failures = failures + 1,"
                + " last_error = ?, due_at = clock_timestamp() + ? * interval '1 ms', updated_at = now()"
                + " where id = ? and lease = ?", error, pause.toMillis());
    }

    private boolean changed(Claim claim, String sql, Object... values) {
        return database.with(connection -> {
            try (PreparedStatement statement = connection.prepareStatement(sql)) {
                int at = 1;
                for (Object value : values) {
                    statement.setObject(at++, value);
                }
                statement.setLong(at++, claim.id());
                statement.setObject(at, claim.lease());
                return statement.executeUpdate() == 1;
            }
        });
    }

    private static Array text(Connection connection, Collection<String> values) throws SQLException {
        return connection.createArrayOf("text", values.toArray());
    }
}
