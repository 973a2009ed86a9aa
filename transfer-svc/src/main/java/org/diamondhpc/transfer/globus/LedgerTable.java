package org.diamondhpc.transfer.globus;

import com.fasterxml.jackson.core.JsonProcessingException;
import jakarta.enterprise.context.ApplicationScoped;
import java.io.UncheckedIOException;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.diamondhpc.messaging.tx.Database;
import org.diamondhpc.schemas.DiamondJson;
import org.diamondhpc.transfer.globus.domain.Consignment;
import org.diamondhpc.transfer.globus.domain.Shipment;

/** The ledger in the service's own database: whole records as JSON, beside them what is searched by. */
@ApplicationScoped
class LedgerTable implements Ledger {
    private final Database database;

    LedgerTable(Database database) {
        this.database = database;
    }

    @Override
    public void add(Consignment c) {
        change("insert into globus_consignment (id, identity, token, submission, body, created_at)"
                + " values (?, ?, ?, ?, ?, ?)", c.id(), c.identity(), c.owner().token(), c.submission(), json(c),
                Timestamp.from(c.createdAt()));
    }

    @Override
    public void change(Consignment c) {
        change("update globus_consignment set submission = ?, body = ? where id = ?", c.submission(), json(c), c.id());
    }

    @Override
    public boolean send(Consignment c) {
        return change("update globus_consignment set submission = ?, body = ? where id = ? and submission is null",
                c.submission(), json(c), c.id()) == 1;
    }

    @Override
    public void remove(String consignment) {
        change("delete from globus_consignment where id = ?", consignment);
    }

    @Override
    public List<Consignment> ofToken(String token) {
        return read(Consignment.class, "select body from globus_consignment where token = ? order by created_at", token);
    }

    @Override
    public List<Consignment> consignments(String identity) {
        return read(Consignment.class, "select body from globus_consignment where identity = ? order by created_at",
                identity);
    }

    @Override
    public void add(Shipment s) {
        change("insert into globus_shipment (submission, identity, task, ended_at, body, planned_at)"
                + " values (?, ?, ?, ?, ?, ?)", s.submission(), s.identity(), s.task(), at(s.endedAt()), json(s),
                at(s.plannedAt()));
    }

    @Override
    public void change(Shipment s) {
        change("update globus_shipment set task = ?, ended_at = ?, body = ? where submission = ?", s.task(),
                at(s.endedAt()), json(s), s.submission());
    }

    @Override
    public Optional<Shipment> shipment(String submission) {
        return read(Shipment.class, "select body from globus_shipment where submission = ?", submission).stream()
                .findFirst();
    }

    @Override
    public List<Shipment> unfinished(String identity) {
        return read(Shipment.class, "select body from globus_shipment where identity = ? and ended_at is null"
                + " order by planned_at", identity);
    }

    @Override
    public void forgetEnded(Instant before) {
        change("delete from globus_shipment s where ended_at < ? and not exists"
                + " (select from globus_consignment c where c.submission = s.submission)", at(before));
    }

    private int change(String sql, Object... values) {
        return database.with(connection -> {
            try (PreparedStatement statement = connection.prepareStatement(sql)) {
                set(statement, values);
                return statement.executeUpdate();
            }
        });
    }

    private <T> List<T> read(Class<T> type, String sql, Object... values) {
        return database.with(connection -> {
            try (PreparedStatement statement = connection.prepareStatement(sql)) {
                set(statement, values);
                List<T> found = new ArrayList<>();
                try (ResultSet rows = statement.executeQuery()) {
                    while (rows.next()) {
                        found.add(record(rows.getString(1), type));
                    }
                }
                return found;
            }
        });
    }

    private static void set(PreparedStatement statement, Object... values) throws SQLException {
        for (int i = 0; i < values.length; i++) {
            statement.setObject(i + 1, values[i]);
        }
    }

    private static Timestamp at(Instant instant) {
        return instant == null ? null : Timestamp.from(instant);
    }

    private static String json(Object value) {
        try {
            return DiamondJson.json().writeValueAsString(value);
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static <T> T record(String json, Class<T> type) {
        try {
            return DiamondJson.json().readValue(json, type);
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
    }
}
