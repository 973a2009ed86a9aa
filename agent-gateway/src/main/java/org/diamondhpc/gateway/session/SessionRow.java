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

/**
 * A session. Wakes of many sessions are written in batches, so one statement must fit all: what seldom changes and may be
 * long is no part of it.
 */
@Entity
@Table(name = "session")
class SessionRow {
    @Id
    String id;
    @Column(updatable = false)
    String tenant;
    /** Changed with the notes by {@link Sessions.Rows#rewrite} alone. */
    @Column(updatable = false)
    String title;
    @Column(updatable = false)
    String context;
    @Column(updatable = false)
    String notes;
    String state;
    @Column(name = "open_waits")
    int openWaits;
    @Column(name = "last_wake")
    long lastWake;
    long acked;
    int version;
    int events;
    @Column(name = "created_at", updatable = false)
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
