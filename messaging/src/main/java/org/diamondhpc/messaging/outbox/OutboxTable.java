package org.diamondhpc.messaging.outbox;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import jakarta.inject.Singleton;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.diamondhpc.messaging.tx.ServiceConfig;
import org.diamondhpc.schemas.DiamondJson;

/** The statements on table {@code outbox}. */
@Singleton
class OutboxTable {
    static final int LOCKS = 1024;
    /** Bodies read at a time stay below this, whatever the number of rows. */
    private static final long BATCH_BYTES = 8L << 20;
    private static final TypeReference<Map<String, String>> HEADERS = new TypeReference<>() { };
    private final int lockClass;
    private final int relayClass;

    OutboxTable(ServiceConfig service) {
        lockClass = ("diamond.outbox." + service.schema()).hashCode();
        relayClass = ("diamond.relay." + service.schema()).hashCode();
    }

    /** Locks in ascending order, so that two transactions with several keys each cannot block each other. */
    void lockAndInsert(Connection connection, List<OutboxRow> rows) throws SQLException {
        Object[] locks = rows.stream().map(OutboxRow::lock).distinct().sorted().toArray();
        try (PreparedStatement lock = connection.prepareStatement(
                "select pg_advisory_xact_lock(?, l) from unnest(?::int[]) l")) {
            lock.setInt(1, lockClass);
            lock.setArray(2, connection.createArrayOf("int4", locks));
            lock.execute();
        }
        try (PreparedStatement insert = connection.prepareStatement(
                "insert into outbox (event_id, topic, key, headers, body) values (?, ?, ?, ?::json, ?)")) {
            for (OutboxRow row : rows) {
                insert.setString(1, row.eventId());
                insert.setString(2, row.topic());
                insert.setString(3, row.key());
                insert.setString(4, write(row.headers()));
                insert.setBytes(5, row.body());
                insert.addBatch();
            }
            insert.executeBatch();
        }
    }

    /** Becomes this service's relay for as long as the connection lives. */
    boolean tryLead(Connection connection) throws SQLException {
        try (PreparedStatement lock = connection.prepareStatement("select pg_try_advisory_lock(?, 0)")) {
            lock.setInt(1, relayClass);
            try (ResultSet result = lock.executeQuery()) {
                return result.next() && result.getBoolean(1);
            }
        }
    }

    void stopLeading(Connection connection) throws SQLException {
        try (PreparedStatement unlock = connection.prepareStatement("select pg_advisory_unlock(?, 0)")) {
            unlock.setInt(1, relayClass);
            unlock.execute();
        }
    }

    /**
     * The next rows in order, always from the start: a row with a low id may become visible late. Left out are rows
     * of {@code resting} topics and rows behind a parked one of their key.
     */
    List<OutboxRow> next(Connection connection, Collection<String> resting, int limit) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement("""
                select id, event_id, topic, key, headers, body from (
                  select n.*, sum(coalesce(length(body), 0)) over (order by id) - coalesce(length(body), 0) as before
                  from (select o.* from outbox o
                        where o.parked_at is null and o.topic <> all (?)
                          and not exists (select 1 from outbox p where p.parked_at is not null
                                and p.topic = o.topic and p.key is not distinct from o.key and p.id < o.id)
                        order by o.id limit ?) n) s
                where before < ? order by id""")) {
            select.setArray(1, connection.createArrayOf("text", resting.toArray()));
            select.setInt(2, limit);
            select.setLong(3, BATCH_BYTES);
            try (ResultSet result = select.executeQuery()) {
                List<OutboxRow> rows = new ArrayList<>();
                while (result.next()) {
                    rows.add(new OutboxRow(result.getLong(1), result.getString(2), result.getString(3),
                            result.getString(4), read(result.getString(5)), result.getBytes(6)));
                }
                return rows;
            }
        }
    }

    /** Whether a batch ended for its bytes, so that more rows may wait behind it. */
    static boolean full(List<OutboxRow> rows) {
        return rows.stream().mapToLong(row -> row.body() == null ? 0 : row.body().length).sum() >= BATCH_BYTES;
    }

    void delete(Connection connection, List<Long> ids) throws SQLException {
        if (ids.isEmpty()) {
            return;
        }
        try (PreparedStatement delete = connection.prepareStatement("delete from outbox where id = any (?)")) {
            delete.setArray(1, connection.createArrayOf("int8", ids.toArray()));
            delete.executeUpdate();
        }
    }

    void park(Connection connection, long id, String error) throws SQLException {
        try (PreparedStatement park = connection.prepareStatement(
                "update outbox set parked_at = now(), error = ? where id = ?")) {
            park.setString(1, error);
            park.setLong(2, id);
            park.executeUpdate();
        }
    }

    private static String write(Map<String, String> headers) {
        try {
            return DiamondJson.json().writeValueAsString(headers);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Map<String, String> read(String headers) {
        try {
            return DiamondJson.json().readValue(headers, HEADERS);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
    }
}
