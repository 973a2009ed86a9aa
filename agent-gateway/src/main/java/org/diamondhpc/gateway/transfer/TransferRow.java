package org.diamondhpc.gateway.transfer;

import com.fasterxml.jackson.core.JsonProcessingException;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.io.UncheckedIOException;
import java.time.Instant;
import org.diamondhpc.gateway.transfer.domain.TransferLife;
import org.diamondhpc.schemas.DiamondJson;
import org.diamondhpc.schemas.event.TransferEvent;
import org.diamondhpc.schemas.id.SessionId;
import org.diamondhpc.schemas.id.TransferId;
import org.hibernate.annotations.DynamicUpdate;

@Entity
@DynamicUpdate
@Table(name = "transfer")
class TransferRow {
    @Id
    String id;
    String tenant;
    String session;
    String state;
    String request;
    String life;
    int version;
    int events;
    @Column(name = "created_at")
    Instant createdAt;
    @Column(name = "changed_at")
    Instant changedAt;
    @Column(name = "ended_at")
    Instant endedAt;

    static TransferRow of(TransferEvent.TransferRequested event) {
        TransferRow row = new TransferRow();
        row.id = event.transfer().value();
        row.tenant = event.tenant().value();
        row.session = event.session() == null ? null : event.session().value();
        row.request = write(event);
        row.createdAt = event.requestedAt();
        row.life(TransferLife.requested(event.items().size(), event.requestedAt()), event.requestedAt());
        return row;
    }

    TransferLife life() {
        return read(life, TransferLife.class);
    }

    void life(TransferLife now, Instant at) {
        life = write(now);
        state = now.state().name();
        endedAt = now.endedAt();
        changedAt = at;
        version++;
    }

    TransferView view() {
        TransferLife l = life();
        TransferEvent.TransferRequested asked = read(request, TransferEvent.TransferRequested.class);
        return new TransferView(new TransferId(id), l.state(), session == null ? null : new SessionId(session),
                version, asked.items().stream().map(i -> new TransferView.Item(i.from(), TransferView.text(i))).toList(),
                Boolean.TRUE.equals(asked.move()), l.cancelRequested(), l.mover(), l.why(), l.status(), l.faults(),
                asked.items().size(), l.filesDone(), l.bytesDone(), l.bytesTotal(), l.pace() == null ? null : l.pace().bytesPerSecond(),
                l.pace() == null || endedAt != null ? null : l.pace().end(l.bytesTotal()), l.legs(), l.notes(), l.done(),
                l.lost(), l.problem(), l.retryAt(), createdAt, changedAt, endedAt);
    }

    private static <T> T read(String json, Class<T> type) {
        try {
            return DiamondJson.json().readValue(json, type);
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String write(Object value) {
        try {
            return DiamondJson.json().writeValueAsString(value);
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
    }
}
