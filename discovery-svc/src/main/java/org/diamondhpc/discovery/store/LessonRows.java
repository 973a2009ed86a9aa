package org.diamondhpc.discovery.store;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.persistence.EntityManager;
import java.time.Instant;
import java.util.List;
import org.diamondhpc.discovery.domain.wait.Lesson;
import org.diamondhpc.schemas.id.SiteId;

/** What looks taught. Every method needs a transaction. */
@ApplicationScoped
public class LessonRows {
    /** So far back is read after a start. */
    private static final int REMEMBERED = 50_000;
    private static final int AT_ONCE = 5000;

    private final EntityManager entities;

    LessonRows(EntityManager entities) {
        this.entities = entities;
    }

    /** One lesson with its number. */
    public record Learned(long seq, SiteId site, Lesson lesson) {
    }

    public void add(SiteId site, List<Lesson> lessons, Instant at) {
        lessons.forEach(lesson -> entities.persist(new LessonRow(site, lesson, at)));
    }

    /** From where a new reader begins. */
    public long start() {
        Long last = entities.createQuery("select max(seq) from LessonRow", Long.class).getSingleResult();
        return last == null ? 0 : Math.max(0, last - REMEMBERED);
    }

    /** The next after {@code seq}, in order; one whose transaction commits late may be passed over, which does no harm. */
    public List<Learned> since(long seq) {
        return entities.createQuery("from LessonRow where seq > :seq order by seq", LessonRow.class).setParameter("seq", seq)
                .setMaxResults(AT_ONCE).getResultList().stream()
                .map(row -> new Learned(row.seq(), row.site(), row.lesson())).toList();
    }

    public int prune(Instant before) {
        return entities.createQuery("delete from LessonRow where at < :before").setParameter("before", before).executeUpdate();
    }
}
