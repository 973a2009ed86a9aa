package org.diamondhpc.gateway.wake;

import io.quarkus.hibernate.orm.panache.PanacheRepositoryBase;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.diamondhpc.gateway.row.LockedRow;
import org.diamondhpc.gateway.wake.domain.Attention;
import org.diamondhpc.gateway.wake.domain.Condition;

@ApplicationScoped
class WaitRows implements PanacheRepositoryBase<WaitRow, String> {
    Optional<WaitRow> locked(String wait) {
        return LockedRow.find(getEntityManager(), WaitRow.class, wait);
    }

    /** What open waits still wait for of this subject, in the order of the waits. */
    List<WaitItemRow> open(String subject, Collection<Condition.Kind> kinds) {
        return getEntityManager().createQuery("""
                FROM WaitItemRow i WHERE i.subject = ?1 AND i.kind IN ?2 AND i.metAt IS NULL AND i.closedAt IS NULL
                ORDER BY i.waitId
                """, WaitItemRow.class).setParameter(1, subject)
                .setParameter(2, kinds.stream().map(Enum::name).toList()).getResultList();
    }

    /** That a wait still waits for something of this kind of a subject. */
    record Interest(String subject, String waitId, Condition.Kind kind) {
    }

    /** Who still waits for anything of these, in the order of the waits; found by index, however many are parked. */
    @SuppressWarnings("unchecked")
    List<Interest> interests(Collection<String> subjects) {
        List<Object[]> found = getEntityManager().createNativeQuery("""
                SELECT subject, wait, kind FROM wait_item WHERE subject = ANY(?1) AND met_at IS NULL AND closed_at IS NULL
                ORDER BY wait
                """).setParameter(1, subjects.toArray(String[]::new)).getResultList();
        return found.stream().map(i -> new Interest((String) i[0], (String) i[1],
                Condition.Kind.valueOf((String) i[2]))).toList();
    }

    /** Waits that still wait for anything of a task or at a site. */
    List<String> watching(String subject) {
        return interests(List.of(subject)).stream().map(Interest::waitId).distinct().toList();
    }

    /**
     * Locks those of the waits that are not over, in the order of ids, and reads what they wait for, which then does not
     * change otherwise.
     */
    @SuppressWarnings("unchecked")
    Map<String, HeldWait> hold(Collection<String> waits) {
        if (waits.isEmpty()) {
            return Map.of();
        }
        String[] ids = waits.stream().distinct().toArray(String[]::new);
        List<WaitRow> locked = getEntityManager().createNativeQuery(
                "SELECT * FROM wait WHERE id = ANY(?1) ORDER BY id FOR UPDATE", WaitRow.class).setParameter(1, ids)
                .getResultList();
        List<WaitItemRow> items = getEntityManager().createNativeQuery(
                "SELECT * FROM wait_item WHERE wait = ANY(?1) ORDER BY wait, kind, subject, which", WaitItemRow.class)
                .setParameter(1, ids).getResultList();
        Map<String, List<WaitItemRow>> byWait = items.stream().collect(Collectors.groupingBy(i -> i.waitId));
        return locked.stream().filter(WaitRow::open).collect(Collectors.toMap(w -> w.id,
                w -> new HeldWait(w, byWait.getOrDefault(w.id, List.of()))));
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

    /** Those of the sessions that were woken since; whatever replica woke them. */
    @SuppressWarnings("unchecked")
    List<String> wokenSince(Collection<String> sessions, Instant since) {
        return getEntityManager().createNativeQuery(
                "SELECT DISTINCT session FROM wake WHERE session = ANY(?1) AND issued_at >= ?2", String.class)
                .setParameter(1, sessions.toArray(String[]::new)).setParameter(2, since).getResultList();
    }

    void persistItem(WaitItemRow item) {
        getEntityManager().persist(item);
    }

    void persistWake(WakeRow wake) {
        getEntityManager().persist(wake);
    }
}
