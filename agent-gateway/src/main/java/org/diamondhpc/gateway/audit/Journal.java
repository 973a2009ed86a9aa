package org.diamondhpc.gateway.audit;

import com.fasterxml.jackson.core.JsonProcessingException;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.persistence.EntityManager;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import org.diamondhpc.messaging.Outbox;
import org.diamondhpc.messaging.OutgoingEvent;
import org.diamondhpc.messaging.ReceivedEvent;
import org.diamondhpc.schemas.DiamondJson;
import org.diamondhpc.schemas.event.Event;
import org.diamondhpc.schemas.event.EventTypes;
import org.diamondhpc.schemas.id.IdSource;

/**
 * Keeps each event of a subject under the next number, which the subject's own locked row counts. The gateway's own
 * events are kept in the transaction that publishes them and passed over when they come back.
 */
@ApplicationScoped
public class Journal {
    /** {@code ce_source} of everything the gateway publishes. */
    public static final String SOURCE = "/diamond/agent-gateway";

    private static final String KEEP =
            "insert into journal (subject, seq, event_id, type, time, body) values (?, ?, ?, ?, ?, ?)";

    private final EntityManager em;
    private final Additions additions;
    private final Outbox outbox;
    private final IdSource ids;

    Journal(EntityManager em, Additions additions, Outbox outbox, IdSource ids) {
        this.em = em;
        this.additions = additions;
        this.outbox = outbox;
        this.ids = ids;
    }

    /** Whether it is another service's; own events were kept when they were published. */
    public static boolean foreign(ReceivedEvent event) {
        return !SOURCE.equals(event.source());
    }

    /** Publishes the event with the current transaction and keeps it as number {@code seq} of its subject. */
    public void publish(Event event, int seq, Instant at) {
        OutgoingEvent out = outgoing(event, at);
        outbox.append(out);
        keep(event.subject(), seq, out.id().value(), out.type(), at, json(event));
    }

    /** Publishes the event with the current transaction; nobody asks for it again. */
    public void publish(Event event, Instant at) {
        outbox.append(outgoing(event, at));
    }

    public void received(ReceivedEvent event, String subject, int seq) {
        keep(subject, seq, event.id(), event.type(), event.time(), new String(event.data(), StandardCharsets.UTF_8));
    }

    /** At most {@code limit} entries after number {@code after}. */
    public List<JournalEntry> after(String subject, int after, int limit) {
        return em.createQuery("FROM JournalRow r WHERE r.subject = ?1 AND r.seq > ?2 ORDER BY r.seq", JournalRow.class)
                .setParameter(1, subject).setParameter(2, after).setMaxResults(limit).getResultStream()
                .map(r -> new JournalEntry(r.seq, r.eventId, r.type, r.time, r.body)).toList();
    }

    /** Removes all that was kept of a subject; in the current transaction. */
    public void forget(String subject) {
        em.createQuery("DELETE FROM JournalRow r WHERE r.subject = ?1").setParameter(1, subject).executeUpdate();
    }

    private OutgoingEvent outgoing(Event event, Instant at) {
        return new OutgoingEvent(ids.event(), event.topic().topic(), event.subject(), EventTypes.of(event),
                event.subject(), SOURCE, at, event);
    }

    private void keep(String subject, int seq, String id, String type, Instant time, String body) {
        additions.add(KEEP, subject, seq, id, type, time, body);
    }

    private static String json(Event event) {
        try {
            return DiamondJson.json().writeValueAsString(event);
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
    }
}
