package org.diamondhpc.gateway.handover;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.persistence.EntityManager;
import jakarta.transaction.Transactional;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.List;
import org.diamondhpc.gateway.page.Cursor;
import org.diamondhpc.gateway.page.Page;
import org.diamondhpc.gateway.policy.Caller;
import org.diamondhpc.gateway.session.SessionView;
import org.diamondhpc.gateway.session.Sessions;
import org.diamondhpc.gateway.wake.Waits;
import org.diamondhpc.schemas.id.SessionId;
import org.diamondhpc.schemas.reason.DiamondException;
import org.diamondhpc.schemas.reason.Reason;
import org.hibernate.Session;
import org.hibernate.query.NativeQuery;

/** Reads what happened in a session. */
@ApplicationScoped
@Transactional
public class Handovers {
    private static final String CURSOR = "journal";
    private static final String COLUMNS =
            "SELECT time, subject, seq, type, body FROM session_journal WHERE session = ?1";
    private static final String ORDER = " ORDER BY time, subject COLLATE \"C\", seq, type LIMIT ?2";
    private static final String AFTER = " AND (time, subject COLLATE \"C\", seq, type) > (?3, ?4, ?5, ?6)";

    private final EntityManager em;
    private final Sessions sessions;
    private final Waits waits;

    Handovers(EntityManager em, Sessions sessions, Waits waits) {
        this.em = em;
        this.sessions = sessions;
        this.waits = waits;
    }

    /**
     * At most {@code limit} entries, oldest first by the time they happened. What other services say late may stand
     * before what was read already: for following what goes on there are streams.
     *
     * @throws DiamondException {@code INVALID_NOT_FOUND}, {@code INVALID_CURSOR}
     */
    public Chapter read(Caller caller, SessionId session, String cursor, int limit) {
        SessionView view = sessions.get(caller, session);
        String after = Cursor.after(CURSOR, cursor);
        NativeQuery<Object[]> query = em.unwrap(Session.class)
                .createNativeQuery(COLUMNS + (after == null ? "" : AFTER) + ORDER, Object[].class)
                .addScalar("time", Instant.class).addScalar("subject", String.class).addScalar("seq", Long.class)
                .addScalar("type", String.class).addScalar("body", String.class)
                .setParameter(1, session.value()).setParameter(2, limit + 1);
        if (after != null) {
            place(query, after);
        }
        List<Object[]> rows = query.getResultList();
        Page<Happened> page = Page.of(rows.stream().map(Handovers::happened).toList(), limit, CURSOR,
                h -> h.at() + "~" + h.subject() + "~" + h.seq() + "~" + h.type());
        return new Chapter(after == null ? view : null,
                after == null ? waits.open(caller, session) : List.of(), page.items(), page.next());
    }

    private static void place(NativeQuery<?> query, String after) {
        String[] parts = after.split("~", 4);
        try {
            query.setParameter(3, Instant.parse(parts[0])).setParameter(4, parts[1])
                    .setParameter(5, Long.parseLong(parts[2])).setParameter(6, parts[3]);
        } catch (DateTimeParseException | NumberFormatException | ArrayIndexOutOfBoundsException e) {
            throw DiamondException.of(Reason.INVALID_CURSOR, "the cursor is not one of this list's");
        }
    }

    private static Happened happened(Object[] row) {
        return Happened.of((Instant) row[0], (String) row[1], (Long) row[2], (String) row[3],
                (String) row[4]);
    }
}
