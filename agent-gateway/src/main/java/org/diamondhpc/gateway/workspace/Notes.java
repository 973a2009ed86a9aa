package org.diamondhpc.gateway.workspace;

import io.quarkus.hibernate.orm.panache.PanacheRepositoryBase;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.persistence.LockModeType;
import jakarta.transaction.Transactional;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.regex.Pattern;
import org.diamondhpc.gateway.page.Cursor;
import org.diamondhpc.gateway.page.Page;
import org.diamondhpc.gateway.policy.Caller;
import org.diamondhpc.schemas.id.WorkspaceId;
import org.diamondhpc.schemas.reason.DiamondException;
import org.diamondhpc.schemas.reason.Reason;

/** Texts an agent keeps in a workspace under a key. */
@ApplicationScoped
@Transactional
public class Notes {
    /** Most bytes of a note. */
    public static final int MAX_BYTES = 256 * 1024;
    private static final Pattern KEY = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,127}");
    private static final String CURSOR = "note";

    private final Rows rows;
    private final Clock clock;

    Notes(Rows rows, Clock clock) {
        this.rows = rows;
        this.clock = clock;
    }

    @ApplicationScoped
    static class Rows implements PanacheRepositoryBase<NoteRow, NoteRow.Key> {
    }

    /** A note; {@code content} is absent in lists. */
    public record Note(String key, String content, int version, Instant changedAt) {
    }

    public Note get(Caller caller, WorkspaceId workspace, String key) {
        return rows.findByIdOptional(id(caller, workspace, key)).map(NoteRow::view).orElseThrow(() ->
                DiamondException.of(Reason.INVALID_NOT_FOUND, "there is no note " + key));
    }

    public Page<Note> list(Caller caller, WorkspaceId workspace, String cursor, int limit) {
        String after = Cursor.after(CURSOR, cursor);
        List<NoteRow> all = rows.find("tenant = ?1 and workspace = ?2 and key > ?3 order by key",
                caller.tenant().value(), workspace.value(), after == null ? "" : after).range(0, limit).list();
        return Page.of(all, limit, CURSOR, r -> r.key)
                .map(r -> new Note(r.key, null, r.version, r.changedAt));
    }

    /** @param expected the version the caller saw; null: any; 0: there must be none yet */
    public Note put(Caller caller, WorkspaceId workspace, String key, String content, Integer expected) {
        if (content.getBytes(StandardCharsets.UTF_8).length > MAX_BYTES) {
            throw DiamondException.of(Reason.INVALID_TOO_LARGE, "a note has at most 256 KiB");
        }
        NoteRow.Key id = id(caller, workspace, key);
        NoteRow row = rows.findById(id, LockModeType.PESSIMISTIC_WRITE);
        if (expected != null && expected != (row == null ? 0 : row.version)) {
            throw DiamondException.of(Reason.INVALID_STATE, "the note has changed since");
        }
        boolean fresh = row == null;
        if (fresh) {
            row = new NoteRow();
            row.tenant = id.tenant();
            row.workspace = id.workspace();
            row.key = id.key();
        }
        row.content = content;
        row.version++;
        row.changedAt = clock.instant();
        if (fresh) {
            rows.persist(row);
        }
        return row.view();
    }

    public boolean delete(Caller caller, WorkspaceId workspace, String key) {
        return rows.deleteById(id(caller, workspace, key));
    }

    private static NoteRow.Key id(Caller caller, WorkspaceId workspace, String key) {
        if (!KEY.matcher(key).matches()) {
            throw DiamondException.of(Reason.INVALID_REQUEST, "a note's key matches " + KEY.pattern());
        }
        return new NoteRow.Key(caller.tenant().value(), workspace.value(), key);
    }
}
