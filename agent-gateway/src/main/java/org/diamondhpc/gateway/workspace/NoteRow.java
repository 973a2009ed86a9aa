package org.diamondhpc.gateway.workspace;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.IdClass;
import jakarta.persistence.Table;
import java.io.Serializable;
import java.time.Instant;

@Entity
@Table(name = "workspace_note")
@IdClass(NoteRow.Key.class)
class NoteRow {
    @Id
    String tenant;
    @Id
    String workspace;
    @Id
    String key;
    String content;
    int version;
    @Column(name = "changed_at")
    Instant changedAt;

    /** Whose note, where, and which. */
    record Key(String tenant, String workspace, String key) implements Serializable {
    }

    Notes.Note view() {
        return new Notes.Note(key, content, version, changedAt);
    }
}
