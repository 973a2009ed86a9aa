package org.diamondhpc.gateway.agent;

import com.fasterxml.jackson.core.JsonProcessingException;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.IdClass;
import jakarta.persistence.Table;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.time.Instant;
import org.diamondhpc.gateway.agent.domain.Entry;
import org.diamondhpc.schemas.DiamondJson;
import org.hibernate.annotations.Immutable;

@Entity
@Immutable
@Table(name = "agent_entry")
@IdClass(EntryRow.Key.class)
class EntryRow {
    @Id
    String session;
    @Id
    int seq;
    int turn;
    String body;
    Instant at;

    /** One entry of one session's conversation. */
    record Key(String session, int seq) implements Serializable {
    }

    static EntryRow of(String session, int seq, int turn, Entry entry, Instant at) {
        EntryRow row = new EntryRow();
        row.session = session;
        row.seq = seq;
        row.turn = turn;
        row.at = at;
        try {
            row.body = DiamondJson.json().writerFor(Entry.class).writeValueAsString(entry);
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
        return row;
    }

    Entry entry() {
        try {
            return DiamondJson.json().readValue(body, Entry.class);
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
    }

    TurnStep view() {
        return new TurnStep(seq, at, body);
    }
}
