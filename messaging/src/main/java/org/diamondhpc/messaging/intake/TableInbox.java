package org.diamondhpc.messaging.intake;

import jakarta.inject.Singleton;
import java.sql.Array;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Collection;
import java.util.HashSet;
import java.util.Set;
import org.diamondhpc.messaging.Inbox;
import org.diamondhpc.messaging.tx.Database;
import org.diamondhpc.messaging.tx.Transactions;

/** The inbox as a table of (consumer, id). */
@Singleton
class TableInbox implements Inbox {
    private static final int PRUNED_AT_ONCE = 10_000;
    private final Transactions transactions;
    private final Database database;

    TableInbox(Transactions transactions, Database database) {
        this.transactions = transactions;
        this.database = database;
    }

    @Override
    public boolean firstTime(String consumer, String id) {
        return !firstTimes(consumer, Set.of(id)).isEmpty();
    }

    /** Which of the ids are new, in one statement; sorted, so that two batches cannot block each other. */
    Set<String> firstTimes(String consumer, Collection<String> ids) {
        transactions.requireActive();
        Object[] sorted = ids.stream().distinct().sorted().toArray();
        return database.with(connection -> {
            try (PreparedStatement insert = connection.prepareStatement(
                    "insert into inbox (consumer, event_id) select ?, unnest(?::text[])"
                            + " on conflict do nothing returning event_id")) {
                Array array = connection.createArrayOf("text", sorted);
                insert.setString(1, consumer);
                insert.setArray(2, array);
                return read(insert);
            }
        });
    }

    private static Set<String> read(PreparedStatement insert) throws SQLException {
        Set<String> fresh = new HashSet<>();
        try (ResultSet result = insert.executeQuery()) {
            while (result.next()) {
                fresh.add(result.getString(1));
            }
        }
        return fresh;
    }

    /** Removes rows older than the retention, some at a time; returns how many. */
    int prune(Duration retention) {
        return database.with(connection -> {
            try (PreparedStatement delete = connection.prepareStatement(
                    "delete from inbox where ctid = any (array(select ctid from inbox"
                            + " where handled_at < now() - ? * interval '1 ms' limit ?))")) {
                delete.setLong(1, retention.toMillis());
                delete.setInt(2, PRUNED_AT_ONCE);
                return delete.executeUpdate();
            }
        });
    }
}
