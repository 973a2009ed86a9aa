package org.diamondhpc.messaging.work;

import com.fasterxml.jackson.core.JsonProcessingException;
import jakarta.inject.Singleton;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Collection;
import java.util.Optional;
import org.diamondhpc.messaging.NewWork;
import org.diamondhpc.messaging.WorkItem;
import org.diamondhpc.messaging.WorkQueue;
import org.diamondhpc.messaging.tx.CurrentTrace;
import org.diamondhpc.messaging.tx.Database;
import org.diamondhpc.messaging.tx.Transactions;
import org.diamondhpc.schemas.DiamondJson;

/** The services' side of the work table. */
@Singleton
class TableWorkQueue implements WorkQueue {
    private final Transactions transactions;
    private final Database database;
    private final WorkNudge nudge;

    TableWorkQueue(Transactions transactions, Database database, WorkNudge nudge) {
        this.transactions = transactions;
        this.database = database;
        this.nudge = nudge;
    }

    @Override
    public boolean enqueue(NewWork work) {
        transactions.requireActive();
        String payload = json(work);
        boolean added = database.with(connection -> {
            try (PreparedStatement insert = connection.prepareStatement("insert into work_item"
                    + " (kind, key, lane, payload, due_at, trace) values (?, ?, ?, ?::json, coalesce(?, now()), ?)"
                    + " on conflict (kind, key) do nothing")) {
                insert.setString(1, work.kind());
                insert.setString(2, work.key());
                insert.setString(3, work.lane());
                insert.setString(4, payload);
                insert.setObject(5, timestamp(work.notBefore()));
                insert.setString(6, CurrentTrace.get());
                return insert.executeUpdate() == 1;
            }
        });
        if (added) {
            nudgeAfterCommit(work.notBefore());
        }
        return added;
    }

    @Override
    public boolean cancel(String kind, String key) {
        transactions.requireActive();
        return database.with(connection -> {
            try (PreparedStatement delete = connection.prepareStatement(
                    "delete from work_item where kind = ? and key = ?")) {
                delete.setString(1, kind);
                delete.setString(2, key);
                return delete.executeUpdate() == 1;
            }
        });
    }

    /** Locks in the order of keys, so that two transactions cannot block each other. */
    @Override
    public void cancel(String kind, Collection<String> keys) {
        transactions.requireActive();
        if (keys.isEmpty()) {
            return;
        }
        database.with(connection -> {
            try (PreparedStatement delete = connection.prepareStatement("delete from work_item where id = any (array("
                    + "select id from work_item where kind = ? and key = any (?) order by key for update))")) {
                delete.setString(1, kind);
                delete.setArray(2, connection.createArrayOf("text", keys.toArray()));
                return delete.executeUpdate();
            }
        });
    }

    @Override
    public boolean hasten(String kind, String key, Instant at) {
        transactions.requireActive();
        boolean found = database.with(connection -> {
            try (PreparedStatement update = connection.prepareStatement("""
                    update work_item set
                      due_at = case when lease is null then least(due_at, ?) else due_at end,
                      hasten_at = case when lease is null then null else least(hasten_at, ?) end
                    where kind = ? and key = ?""")) {
                update.setObject(1, timestamp(at));
                update.setObject(2, timestamp(at));
                update.setString(3, kind);
                update.setString(4, key);
                return update.executeUpdate() == 1;
            }
        });
        if (found) {
            nudgeAfterCommit(at);
        }
        return found;
    }

    @Override
    public Optional<WorkItem> find(String kind, String key) {
        return database.with(connection -> {
            try (PreparedStatement select = connection.prepareStatement("select kind, key, lane, payload, due_at,"
                    + " instance, runs, failures, last_error from work_item where kind = ? and key = ?")) {
                select.setString(1, kind);
                select.setString(2, key);
                try (ResultSet row = select.executeQuery()) {
                    return row.next() ? Optional.of(item(row)) : Optional.<WorkItem>empty();
                }
            }
        });
    }

    private void nudgeAfterCommit(Instant at) {
        transactions.attached(this, () -> {
            transactions.afterCommit(nudge::now);
            return this;
        });
        if (at != null) {
            transactions.afterCommit(() -> nudge.at(at));
        }
    }

    private static WorkItem item(ResultSet row) throws SQLException {
        return new WorkItem(row.getString(1), row.getString(2), row.getString(3), row.getString(4),
                row.getObject(5, OffsetDateTime.class).toInstant(), Optional.ofNullable(row.getString(6)),
                row.getInt(7), row.getInt(8), Optional.ofNullable(row.getString(9)));
    }

    private static OffsetDateTime timestamp(Instant instant) {
        return instant == null ? null : instant.atOffset(ZoneOffset.UTC);
    }

    private static String json(NewWork work) {
        try {
            return DiamondJson.json().writeValueAsString(work.payload());
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("the payload of " + work.kind() + " cannot be written as JSON", e);
        }
    }
}
