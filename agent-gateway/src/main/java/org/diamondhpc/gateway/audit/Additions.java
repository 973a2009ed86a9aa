package org.diamondhpc.gateway.audit;

import jakarta.inject.Singleton;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.diamondhpc.messaging.tx.Database;
import org.diamondhpc.messaging.tx.Transactions;

/**
 * Rows that are only ever added: gathered with the transaction and written as one batch right before it commits, which
 * an entity for each of many events would cost several times.
 */
@Singleton
class Additions {
    private final Transactions transactions;
    private final Database database;

    Additions(Transactions transactions, Database database) {
        this.transactions = transactions;
        this.database = database;
    }

    private record Into(String insert) { }

    /**
     * Adds a row with the current transaction.
     *
     * @param insert the statement, with a parameter for each value
     * @throws IllegalStateException where no transaction is active
     */
    void add(String insert, Object... values) {
        transactions.requireActive();
        transactions.attached(new Into(insert), () -> gather(insert)).add(values);
    }

    private List<Object[]> gather(String insert) {
        List<Object[]> rows = new ArrayList<>();
        transactions.beforeCommit(() -> database.with(connection -> write(connection, insert, rows)));
        return rows;
    }

    private static Void write(Connection connection, String insert, List<Object[]> rows) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(insert)) {
            for (Object[] row : rows) {
                for (int i = 0; i < row.length; i++) {
                    set(statement, i + 1, row[i]);
                }
                statement.addBatch();
            }
            statement.executeBatch();
            return null;
        }
    }

    /** What is absent is text. */
    private static void set(PreparedStatement statement, int at, Object value) throws SQLException {
        switch (value) {
            case null -> statement.setString(at, null);
            case Instant time -> statement.setObject(at, time.atOffset(ZoneOffset.UTC));
            default -> statement.setObject(at, value);
        }
    }
}
