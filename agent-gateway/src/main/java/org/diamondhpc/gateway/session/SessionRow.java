package org.diamondhpc.gateway.session;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.io.UncheckedIOException;
import java.time.Instant;
import org.diamondhpc.schemas.DiamondJson;
import org.diamondhpc.schemas.id.SessionId;
import org.hibernate.annotations.DynamicUpdate;

@Entity
@DynamicUpdate
@Table(name = "session")
class SessionRow {
    @Id
    String id;
    String tenant;
    String title;
    String context;
    String notes;
    String state;
    @Column(name = "open_waits")
    int openWaits;
    @Column(name = "last_wake")
    long lastWake;
    long acked;
    int version;
    int events;
    @Column(name = "created_at")
    Instant createdAt;
    @Column(name = "changed_at")
    Instant changedAt;

    SessionView view() {
        return new SessionView(new SessionId(id), title, SessionState.valueOf(state), openWaits, lastWake, acked,
                version, read(context), read(notes), createdAt, changedAt);
    }

    void touch(Instant at) {
        changedAt = at;
        version++;
    }

    static JsonNode read(String json) {
        try {
            return DiamondJson.json().readTree(json);
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
    }
}
