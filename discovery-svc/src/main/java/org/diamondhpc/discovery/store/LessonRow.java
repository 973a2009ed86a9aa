package org.diamondhpc.discovery.store;

import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.time.Instant;
import org.diamondhpc.discovery.domain.wait.Lesson;
import org.diamondhpc.schemas.id.SiteId;

/** One thing that looks taught. */
@Entity
@Table(name = "lesson")
class LessonRow {
    private static final String RAN = "RAN";
    private static final String WAITED = "WAITED";
    private static final String ENTERED = "ENTERED";

    @Id
    @GeneratedValue(strategy = GenerationType.IDENTITY)
    private Long seq;
    private String site;
    private String kind;
    private String partition;
    private String owner;
    private Long limitSec;
    private long value;
    private Instant at;

    protected LessonRow() {
    }

    LessonRow(SiteId of, Lesson lesson, Instant seenAt) {
        site = of.value();
        partition = lesson.partition();
        at = seenAt;
        switch (lesson) {
            case Lesson.Ran ran -> {
                kind = RAN;
                owner = ran.owner();
                limitSec = ran.limit();
                value = ran.ran();
            }
            case Lesson.Waited waited -> {
                kind = WAITED;
                value = waited.waited();
            }
            case Lesson.Entered entered -> {
                kind = ENTERED;
                owner = entered.owner();
                value = entered.priority();
            }
        }
    }

    long seq() {
        return seq;
    }

    SiteId site() {
        return new SiteId(site);
    }

    Lesson lesson() {
        return switch (kind) {
            case RAN -> new Lesson.Ran(partition, owner, limitSec, value);
            case WAITED -> new Lesson.Waited(partition, value);
            default -> new Lesson.Entered(partition, owner, value);
        };
    }
}
