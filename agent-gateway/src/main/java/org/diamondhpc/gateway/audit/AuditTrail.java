package org.diamondhpc.gateway.audit;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.persistence.EntityManager;
import jakarta.transaction.Transactional;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import org.diamondhpc.gateway.page.Cursor;
import org.diamondhpc.gateway.page.Page;
import org.diamondhpc.gateway.policy.Caller;
import org.diamondhpc.gateway.policy.Roles;
import org.diamondhpc.schemas.id.IdSource;

/** Who changed what, kept in the transaction of the change. */
@ApplicationScoped
public class AuditTrail {
    private static final String CURSOR = "audit";

    private static final String RECORD =
            "insert into audit (id, tenant, actor, action, subject, session, at) values (?, ?, ?, ?, ?, ?, ?)";

    private final EntityManager em;
    private final Additions additions;
    private final IdSource ids;
    private final Clock clock;

    AuditTrail(EntityManager em, Additions additions, IdSource ids, Clock clock) {
        this.em = em;
        this.additions = additions;
        this.ids = ids;
        this.clock = clock;
    }

    /** One change; {@code session} may be absent. */
    public record Entry(String id, String tenant, String actor, String action, String subject, String session,
            Instant at) {
    }

    /**
     * @param action the stable name of what was asked, for example {@code task.submit}
     * @param subject the object's id or path; never file contents or secrets
     */
    @Transactional
    public void record(Caller caller, String action, String subject, String session) {
        additions.add(RECORD, ids.event().value(), caller.tenant().value(), caller.name(), action, subject, session,
                clock.instant());
    }

    /** Newest first; an administrator sees all tenants. */
    @Transactional
    public Page<Entry> list(Caller caller, String cursor, int limit) {
        String before = Cursor.after(CURSOR, cursor);
        List<AuditRow> rows = em.createQuery("""
                FROM AuditRow r WHERE (?1 = true OR r.tenant = ?2) AND r.id < ?3 ORDER BY r.id DESC
                """, AuditRow.class).setParameter(1, caller.is(Roles.ADMIN))
                .setParameter(2, caller.tenant().value()).setParameter(3, before == null ? "~" : before)
                .setMaxResults(limit + 1).getResultList();
        return Page.of(rows, limit, CURSOR, r -> r.id)
                .map(r -> new Entry(r.id, r.tenant, r.actor, r.action, r.subject, r.session, r.at));
    }
}
