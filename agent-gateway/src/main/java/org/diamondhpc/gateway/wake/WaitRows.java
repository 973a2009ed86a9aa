package org.diamondhpc.gateway.wake;

import io.quarkus.hibernate.orm.panache.PanacheRepositoryBase;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.persistence.FlushModeType;
import jakarta.persistence.LockModeType;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.diamondhpc.gateway.signal.Foreknown;
import org.diamondhpc.gateway.wake.domain.Attention;
import org.diamondhpc.gateway.wake.domain.Condition;
import org.diamondhpc.messaging.tx.Transactions;

/**
 * Waits, what they wait for, and wakes. What every change of a task asks is asked without writing out first what the
 * transaction has changed: a wait it has settled meanwhile may be among the answers, and is seen to be settled when its
 * row is locked.
 */
@ApplicationScoped
class WaitRows implements PanacheRepositoryBase<WaitRow, String> {
    private final Transactions transactions;

    WaitRows(Transactions transactions) {
        this.transactions = transactions;
    }

    Optional<WaitRow> locked(String wait) {
        return findByIdOptional(wait, LockModeType.PESSIMISTIC_WRITE);
    }

    /** What open waits still wait for of this subject, in the order of the waits. */
    List<WaitItemRow> open(String subject, Collection<Condition.Kind> kinds) {
        return getEntityManager().createQuery("""
                FROM WaitItemRow i WHERE i.subject = ?1 AND i.kind IN ?2 AND i.metAt IS NULL AND i.closedAt IS NULL
                ORDER BY i.waitId
                """, WaitItemRow.class).setParameter(1, subject)
                .setParameter(2, kinds.stream().map(Enum::name).toList()).setFlushMode(FlushModeType.COMMIT)
                .getResultList();
    }

    /** Asks with one question on which of the locked tasks anything waits; {@link #watching} then asks no more. */
    void expect(Collection<String> tasks) {
        if (!tasks.isEmpty()) {
            foreknown().learn(tasks, getEntityManager().createQuery("""
                    SELECT DISTINCT i.subject FROM WaitItemRow i WHERE i.subject IN ?1 AND i.metAt IS NULL
                    AND i.closedAt IS NULL""", String.class).setParameter(1, tasks)
                    .setFlushMode(FlushModeType.COMMIT).getResultList());
        }
    }

    private Foreknown foreknown() {
        return transactions.attached(this, Foreknown::new);
    }

    /** Waits that still wait for anything of a task or at a site. */
    List<String> watching(String subject) {
        if (foreknown().nothing(subject)) {
            return List.of();
        }
        return getEntityManager().createQuery("""
                SELECT DISTINCT i.waitId FROM WaitItemRow i WHERE i.subject = ?1 AND i.metAt IS NULL
                AND i.closedAt IS NULL ORDER BY i.waitId
                """, String.class).setParameter(1, subject).setFlushMode(FlushModeType.COMMIT).getResultList();
    }

    /** Waits that still wait for anything of tasks that have been placed at the site and have not ended. */
    List<String> watchingTasksAt(String site) {
        return getEntityManager().createQuery("""
                SELECT DISTINCT i.waitId FROM WaitItemRow i JOIN TaskRow t ON t.id = i.subject
                WHERE t.site = ?1 AND t.endedAt IS NULL AND i.metAt IS NULL AND i.closedAt IS NULL ORDER BY i.waitId
                """, String.class).setParameter(1, site).getResultList();
    }

    /** Remembers that the session is told; false where it was told before. */
    boolean tell(String session, Attention.Raised alarm, Instant at) {
        return getEntityManager().createNativeQuery("""
                INSERT INTO alarm (subject, kind, attempt, session, told_at) VALUES (?1, ?2, ?3, ?4, ?5)
                ON CONFLICT DO NOTHING
                """).setParameter(1, alarm.subject()).setParameter(2, alarm.alarm().name())
                .setParameter(3, alarm.attempt()).setParameter(4, session).setParameter(5, at).executeUpdate() == 1;
    }

    /** The same alarm is news again. */
    void forgetAlarms(String subject) {
        getEntityManager().createNativeQuery("DELETE FROM alarm WHERE subject = ?1").setParameter(1, subject)
                .executeUpdate();
    }

    List<WaitItemRow> items(String wait) {
        return getEntityManager().createQuery("FROM WaitItemRow i WHERE i.waitId = ?1", WaitItemRow.class)
                .setParameter(1, wait).getResultList();
    }

    List<WakeRow> wakes(String session, long after, int limit) {
        return getEntityManager().createQuery(
                "FROM WakeRow w WHERE w.session = ?1 AND w.number > ?2 ORDER BY w.number", WakeRow.class)
                .setParameter(1, session).setParameter(2, after).setMaxResults(limit).getResultList();
    }

    /** Sessions that were woken since; whatever replica woke them. */
    List<String> wokenSince(Instant since) {
        return getEntityManager().createQuery(
                "SELECT DISTINCT w.session FROM WakeRow w WHERE w.issuedAt >= ?1", String.class)
                .setParameter(1, since).getResultList();
    }

    void persistItem(WaitItemRow item) {
        getEntityManager().persist(item);
    }

    void persistWake(WakeRow wake) {
        getEntityManager().persist(wake);
    }
}
