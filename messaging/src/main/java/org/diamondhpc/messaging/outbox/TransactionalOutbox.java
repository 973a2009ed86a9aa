package org.diamondhpc.messaging.outbox;

import com.fasterxml.jackson.core.JsonProcessingException;
import jakarta.inject.Singleton;
import java.util.ArrayList;
import java.util.List;
import org.diamondhpc.messaging.Outbox;
import org.diamondhpc.messaging.OutgoingEvent;
import org.diamondhpc.messaging.kafka.CloudEvents;
import org.diamondhpc.messaging.tx.Database;
import org.diamondhpc.messaging.tx.Transactions;
import org.diamondhpc.schemas.DiamondJson;
import org.diamondhpc.schemas.reason.DiamondException;
import org.diamondhpc.schemas.reason.Reason;

/** Gathers events with the transaction and writes them right before it commits. */
@Singleton
public class TransactionalOutbox implements Outbox {
    private final Transactions transactions;
    private final Database database;
    private final OutboxTable table;
    private final OutboxRelay relay;
    private final long maxBody;

    TransactionalOutbox(Transactions transactions, Database database, OutboxTable table, OutboxRelay relay,
            OutboxConfig config) {
        this.transactions = transactions;
        this.database = database;
        this.table = table;
        this.relay = relay;
        this.maxBody = config.maxBody().asLongValue();
    }

    @Override
    public void append(OutgoingEvent event) {
        byte[] body = event.body() == null ? null : json(event);
        if (body != null && body.length > maxBody) {
            throw DiamondException.of(Reason.INVALID_TOO_LARGE, "the body of %s %s has %d bytes, the limit is %d"
                    .formatted(event.type(), event.id(), body.length, maxBody));
        }
        append(new OutboxRow(0, event.id().value(), event.topic(), event.key(), CloudEvents.headers(event), body));
    }

    /** Adds a record as it is, for dead letters. */
    public void append(OutboxRow row) {
        transactions.requireActive();
        transactions.attached(this, this::gather).add(row);
    }

    private List<OutboxRow> gather() {
        List<OutboxRow> rows = new ArrayList<>();
        transactions.beforeCommit(() -> database.with(connection -> {
            table.lockAndInsert(connection, rows);
            return null;
        }));
        transactions.afterCommit(relay::nudge);
        return rows;
    }

    private static byte[] json(OutgoingEvent event) {
        try {
            return DiamondJson.json().writeValueAsBytes(event.body());
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("the body of " + event.type() + " cannot be written as JSON", e);
        }
    }
}
