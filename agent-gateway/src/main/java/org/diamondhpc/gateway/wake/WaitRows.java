package org.diamondhpc.gateway.wake;

import io.quarkus.hibernate.orm.panache.PanacheRepositoryBase;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.persistence.LockModeType;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.diamondhpc.gateway.wake.domain.Condition;

@ApplicationScoped
class WaitRows implements PanacheRepositoryBase<WaitRow, String> {
    Optional<WaitRow> locked(String wait) {
        return findByIdOptional(wait, LockModeType.PESSIMISTIC_WRITE);
    }

    /** Waits that are not over and wait for this. */
    List<String> waitingFor(Condition.Kind kind, String subject) {
        return getEntityManager().createQuery("""
                SELECT i.waitId FROM WaitItemRow i WHERE i.subject = ?1 AND i.kind = ?2 AND i.metAt IS NULL
                ORDER BY i.waitId
                """, String.class).setParameter(1, subject).setParameter(2, kind.name()).getResultList();
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
