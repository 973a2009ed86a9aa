package org.diamondhpc.gateway.retention;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.persistence.EntityManager;
import jakarta.transaction.Transactional;
import java.time.Instant;

/** Rows nobody else must be told of when they go. Each method removes at most {@code most}, in its own transaction. */
@ApplicationScoped
@Transactional
public class OldRows {
    private final EntityManager em;

    OldRows(EntityManager em) {
        this.em = em;
    }

    /** Transfers that ended before, with their journals; what they moved stays. */
    public int transfers(Instant before, int most) {
        return remove("""
                WITH gone AS (DELETE FROM transfer WHERE id IN (SELECT id FROM transfer WHERE ended_at < ?1
                    ORDER BY ended_at LIMIT ?2) RETURNING id)
                DELETE FROM journal WHERE subject IN (SELECT id FROM gone)
                """, before, most);
    }

    /** Wakes that were issued before and are acknowledged. */
    public int wakes(Instant before, int most) {
        return remove("""
                DELETE FROM wake WHERE (session, number) IN (SELECT w.session, w.number FROM wake w
                    JOIN session s ON s.id = w.session AND w.number <= s.acked WHERE w.issued_at < ?1
                    ORDER BY w.issued_at LIMIT ?2)
                """, before, most);
    }

    /** What was said in turns that ended before; goal, answer and account stay. */
    public int talks(Instant before, int most) {
        return remove("""
                DELETE FROM agent_entry WHERE (session, seq) IN (SELECT e.session, e.seq FROM agent_turn t
                    JOIN agent_entry e ON e.session = t.session AND e.turn = t.number WHERE t.ended_at < ?1 LIMIT ?2)
                """, before, most);
    }

    /** What was done before. */
    public int audit(Instant before, int most) {
        return remove("DELETE FROM audit WHERE id IN (SELECT id FROM audit WHERE at < ?1 ORDER BY id LIMIT ?2)", before,
                most);
    }

    private int remove(String sql, Instant before, int most) {
        return em.createNativeQuery(sql).setParameter(1, before).setParameter(2, most).executeUpdate();
    }
}
