package org.diamondhpc.gateway.session;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.quarkus.hibernate.orm.panache.PanacheRepositoryBase;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.persistence.LockModeType;
import jakarta.transaction.Transactional;
import java.time.Clock;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.diamondhpc.gateway.audit.AuditTrail;
import org.diamondhpc.gateway.audit.Journal;
import org.diamondhpc.gateway.audit.JournalEntry;
import org.diamondhpc.gateway.page.Cursor;
import org.diamondhpc.gateway.page.Page;
import org.diamondhpc.gateway.policy.Caller;
import org.diamondhpc.gateway.row.LockedRow;
import org.diamondhpc.gateway.signal.Signals;
import org.diamondhpc.schemas.event.SessionEvent;
import org.diamondhpc.schemas.id.IdSource;
import org.diamondhpc.schemas.id.SessionId;
import org.diamondhpc.schemas.reason.DiamondException;
import org.diamondhpc.schemas.reason.Reason;

/** What every edge calls to open, read and close sessions; and the numbers of their wakes. */
@ApplicationScoped
@Transactional
public class Sessions {
    private static final String CURSOR = "session";
    private static final int MAX_NOTES = 256 * 1024;
    private static final int MAX_TITLE = 200;

    private final Rows rows;
    private final Journal journal;
    private final AuditTrail audit;
    private final Signals signals;
    private final IdSource ids;
    private final Clock clock;

    Sessions(Rows rows, Journal journal, AuditTrail audit, Signals signals, IdSource ids,
            Clock clock) {
        this.rows = rows;
        this.journal = journal;
        this.audit = audit;
        this.signals = signals;
        this.ids = ids;
        this.clock = clock;
    }

    @ApplicationScoped
    static class Rows implements PanacheRepositoryBase<SessionRow, String> {
        SessionRow own(Caller caller, SessionId session, LockModeType lock) {
            Optional<SessionRow> row = lock == LockModeType.NONE ? findByIdOptional(session.value())
                    : LockedRow.find(getEntityManager(), SessionRow.class, session.value());
            return row.filter(r -> r.tenant.equals(caller.tenant().value())).orElseThrow(() ->
                    DiamondException.of(Reason.INVALID_NOT_FOUND, "there is no session " + session));
        }

        /** Writes title and notes as the row has them now. */
        void rewrite(SessionRow row) {
            getEntityManager().createNativeQuery("UPDATE session SET title = ?1, notes = ?2 WHERE id = ?3")
                    .setParameter(1, row.title).setParameter(2, row.notes).setParameter(3, row.id).executeUpdate();
        }
    }

    /** What a session looks like to a wake; the row is locked. */
    public record Numbered(SessionView session, long number) {
    }

    public SessionView open(Caller caller, String title, JsonNode context) {
        Instant at = clock.instant();
        SessionRow row = new SessionRow();
        row.id = ids.session().value();
        row.tenant = caller.tenant().value();
        row.title = legal(title);
        row.context = (context == null ? JsonNodeFactory.instance.objectNode() : context).toString();
        row.notes = "{}";
        row.state = SessionState.OPEN.name();
        row.createdAt = at;
        row.touch(at);
        rows.persist(row);
        journal.publish(new SessionEvent.SessionOpened(new SessionId(row.id), caller.tenant(), title, at), at);
        audit.record(caller, "session.open", row.id, row.id);
        return row.view();
    }

    /** The session, locked until the end of the transaction: no wake of it is numbered meanwhile. */
    public SessionView hold(Caller caller, SessionId session) {
        return rows.own(caller, session, LockModeType.PESSIMISTIC_WRITE).view();
    }

    public SessionView get(Caller caller, SessionId session) {
        return rows.own(caller, session, LockModeType.NONE).view();
    }

    public Page<SessionView> list(Caller caller, String cursor, int limit) {
        String after = Cursor.after(CURSOR, cursor);
        List<SessionRow> all = rows.find("tenant = ?1 and id < ?2 order by id desc", caller.tenant().value(),
                after == null ? "~" : after).range(0, limit).list();
        return Page.of(all, limit, CURSOR, r -> r.id).map(SessionRow::view);
    }

    /**
     * Merges into the notes (RFC 7396), and renames.
     *
     * @param title null: as it is
     * @param notes null: as they are
     * @param expected the version the caller saw; null: any
     */
    public SessionView change(Caller caller, SessionId session, String title, JsonNode notes, Integer expected) {
        SessionRow row = rows.own(caller, session, LockModeType.PESSIMISTIC_WRITE);
        if (expected != null && expected != row.version) {
            throw DiamondException.of(Reason.INVALID_STATE, "the session has changed since version " + expected);
        }
        row.title = title == null ? row.title : legal(title);
        if (notes != null) {
            String merged = MergePatch.apply(SessionRow.read(row.notes), notes).toString();
            if (merged.length() > MAX_NOTES) {
                throw DiamondException.of(Reason.INVALID_TOO_LARGE, "notes hold at most 256 KiB");
            }
            row.notes = merged;
        }
        rows.rewrite(row);
        row.touch(clock.instant());
        return row.view();
    }

    /** Ends the conversation; a second time nothing happens. Its tasks go on. */
    public SessionView close(Caller caller, SessionId session) {
        SessionRow row = rows.own(caller, session, LockModeType.PESSIMISTIC_WRITE);
        if (!row.state.equals(SessionState.CLOSED.name())) {
            Instant at = clock.instant();
            row.state = SessionState.CLOSED.name();
            row.touch(at);
            journal.publish(new SessionEvent.SessionClosed(session, caller.tenant(), at), at);
            audit.record(caller, "session.close", row.id, row.id);
            signals.fireAfterCommit("session:" + session);
        }
        return row.view();
    }

    /** Publishes an event of the session with the current transaction and keeps it in its journal. */
    public void say(Caller caller, SessionEvent event, Instant at) {
        SessionRow row = rows.own(caller, event.session(), LockModeType.PESSIMISTIC_WRITE);
        journal.publish(event, ++row.events, at);
    }

    /** At most {@code limit} entries of the session's journal after number {@code after}. */
    public List<JournalEntry> events(Caller caller, SessionId session, int after, int limit) {
        return journal.after(rows.own(caller, session, LockModeType.NONE).id, after, limit);
    }

    /** The last entries of the session's journal, oldest first. */
    public List<JournalEntry> lastEvents(Caller caller, SessionId session, int limit) {
        SessionRow row = rows.own(caller, session, LockModeType.NONE);
        return journal.after(row.id, Math.max(0, row.events - limit), limit);
    }

    /** @throws DiamondException {@code INVALID_NOT_FOUND} or {@code INVALID_STATE} where it is closed */
    public void requireOpen(Caller caller, SessionId session) {
        if (rows.own(caller, session, LockModeType.NONE).state.equals(SessionState.CLOSED.name())) {
            throw DiamondException.of(Reason.INVALID_STATE, "session " + session + " is closed");
        }
    }

    /** One wait more: the agent sleeps. Locks the session until the end of the transaction. */
    public void park(Caller caller, SessionId session) {
        SessionRow row = rows.own(caller, session, LockModeType.PESSIMISTIC_WRITE);
        if (row.state.equals(SessionState.CLOSED.name())) {
            throw DiamondException.of(Reason.INVALID_STATE, "session " + session + " is closed");
        }
        row.openWaits++;
        row.state = SessionState.PARKED.name();
        row.touch(clock.instant());
    }

    /** One wait less without a wake. */
    public void unpark(Caller caller, SessionId session) {
        left(rows.own(caller, session, LockModeType.PESSIMISTIC_WRITE));
    }

    /** Locks sessions that are to be woken until the end of the transaction, in the order of ids. */
    public void lock(Collection<String> sessions) {
        rows.getEntityManager().createNativeQuery("SELECT * FROM session WHERE id = ANY(?1) ORDER BY id FOR UPDATE",
                SessionRow.class).setParameter(1, sessions.toArray(String[]::new)).getResultList();
    }

    /** The next wake's number, without gaps, since the row is {@link #lock locked} until the wake is committed. */
    public Numbered wake(SessionId session) {
        SessionRow row = rows.findById(session.value());
        row.lastWake++;
        left(row);
        signals.fireAfterCommit("session:" + session);
        return new Numbered(row.view(), row.lastWake);
    }

    /** As {@link #wake}, for a wake after which the wait goes on. */
    public Numbered wakeWaiting(SessionId session) {
        SessionRow row = rows.findById(session.value());
        row.lastWake++;
        awake(row);
        signals.fireAfterCommit("session:" + session);
        return new Numbered(row.view(), row.lastWake);
    }

    /** The agent has seen every wake up to this number; going back is no change. */
    public SessionView acknowledge(Caller caller, SessionId session, long upTo) {
        SessionRow row = rows.own(caller, session, LockModeType.PESSIMISTIC_WRITE);
        if (upTo > row.lastWake) {
            throw DiamondException.of(Reason.INVALID_STATE, "the last wake is number " + row.lastWake);
        }
        if (upTo > row.acked) {
            Instant at = clock.instant();
            row.acked = upTo;
            row.touch(at);
            journal.publish(new SessionEvent.WakeAcknowledged(session, caller.tenant(), upTo), at);
        }
        return row.view();
    }

    private static String legal(String title) {
        if (title.length() > MAX_TITLE || title.chars().anyMatch(Character::isISOControl)) {
            throw DiamondException.of(Reason.INVALID_REQUEST,
                    "a title has at most " + MAX_TITLE + " characters and no control characters");
        }
        return title;
    }

    private void left(SessionRow row) {
        row.openWaits = Math.max(0, row.openWaits - 1);
        awake(row);
    }

    private void awake(SessionRow row) {
        if (row.state.equals(SessionState.PARKED.name())) {
            row.state = SessionState.OPEN.name();
        }
        row.touch(clock.instant());
    }
}
