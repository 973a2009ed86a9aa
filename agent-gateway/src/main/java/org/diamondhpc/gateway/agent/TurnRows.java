package org.diamondhpc.gateway.agent;

import io.quarkus.hibernate.orm.panache.PanacheRepositoryBase;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.persistence.LockModeType;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.diamondhpc.gateway.agent.domain.Spent;
import org.diamondhpc.gateway.policy.Caller;
import org.diamondhpc.schemas.id.SessionId;
import org.diamondhpc.schemas.reason.DiamondException;
import org.diamondhpc.schemas.reason.Reason;

@ApplicationScoped
class TurnRows implements PanacheRepositoryBase<TurnRow, TurnRow.Key> {
    TurnRow own(Caller caller, SessionId session, int number, LockModeType lock) {
        return findByIdOptional(new TurnRow.Key(session.value(), number), lock)
                .filter(r -> r.tenant.equals(caller.tenant().value())).orElseThrow(() -> DiamondException.of(
                        Reason.INVALID_NOT_FOUND, "there is no turn " + number + " of session " + session));
    }

    /** The turn of the session that is not over; at most one is. */
    Optional<TurnRow> open(SessionId session) {
        return find("session = ?1 and endedAt is null", session.value()).firstResultOptional();
    }

    /** Those of the sessions that have a turn that is not over. */
    List<String> withTurn(Collection<SessionId> sessions) {
        return getEntityManager().createQuery(
                "SELECT t.session FROM TurnRow t WHERE t.session IN ?1 AND t.endedAt IS NULL ORDER BY t.session",
                String.class).setParameter(1, sessions.stream().map(SessionId::value).toList()).getResultList();
    }

    int last(SessionId session) {
        return getEntityManager().createQuery("SELECT coalesce(max(t.number), 0) FROM TurnRow t WHERE t.session = ?1",
                Integer.class).setParameter(1, session.value()).getSingleResult();
    }

    int lastSeq(String session) {
        return getEntityManager().createQuery("SELECT coalesce(max(e.seq), 0) FROM EntryRow e WHERE e.session = ?1",
                Integer.class).setParameter(1, session).getSingleResult();
    }

    /** All of a turn and what came before it, as far back as {@code earlier} entries, oldest first. */
    List<EntryRow> talk(String session, int turn, int earlier) {
        return getEntityManager().createQuery("""
                FROM EntryRow e WHERE e.session = ?1 AND (e.turn = ?2
                OR e.seq > (SELECT min(f.seq) FROM EntryRow f WHERE f.session = ?1 AND f.turn = ?2) - ?3)
                ORDER BY e.seq
                """, EntryRow.class).setParameter(1, session).setParameter(2, turn).setParameter(3, earlier)
                .getResultList();
    }

    List<EntryRow> entries(String session, int turn, int after, int limit) {
        return getEntityManager().createQuery(
                "FROM EntryRow e WHERE e.session = ?1 AND e.turn = ?2 AND e.seq > ?3 ORDER BY e.seq", EntryRow.class)
                .setParameter(1, session).setParameter(2, turn).setParameter(3, after).setMaxResults(limit)
                .getResultList();
    }

    Spent spent(SessionId session) {
        return getEntityManager().createQuery("""
                SELECT new org.diamondhpc.gateway.agent.domain.Spent(
                    cast(coalesce(sum(t.modelCalls), 0) as integer), cast(coalesce(sum(t.toolCalls), 0) as integer),
                    cast(coalesce(sum(t.inputTokens), 0) as long), cast(coalesce(sum(t.outputTokens), 0) as long),
                    cast(coalesce(sum(t.costMicros), 0) as long))
                FROM TurnRow t WHERE t.session = ?1
                """, Spent.class).setParameter(1, session.value()).getSingleResult();
    }

    void add(EntryRow entry) {
        getEntityManager().persist(entry);
    }
}
