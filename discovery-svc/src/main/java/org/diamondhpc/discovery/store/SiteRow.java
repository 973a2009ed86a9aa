package org.diamondhpc.discovery.store;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.time.Duration;
import java.time.Instant;
import org.diamondhpc.schemas.id.SiteId;
import org.diamondhpc.schemas.site.SiteFacts;
import org.diamondhpc.schemas.site.SiteSnapshot;
import org.hibernate.annotations.Immutable;

/** The latest of one site; written by {@link SiteRows} in single statements, since replicas may do so at once. */
@Entity
@Immutable
@Table(name = "site_state")
public class SiteRow {
    @Id
    private String site;
    private String snapshot;
    private String facts;
    private long version;
    private Instant lookedAt;
    private int failures;
    private long intervalMs;

    protected SiteRow() {
    }

    public SiteId site() {
        return new SiteId(site);
    }

    public SiteSnapshot snapshot() {
        return Json.read(snapshot, SiteSnapshot.class).withFacts(Json.read(facts, SiteFacts.class));
    }

    public long version() {
        return version;
    }

    /** Null before the first look. */
    public Instant lookedAt() {
        return lookedAt;
    }

    public int failures() {
        return failures;
    }

    public Duration interval() {
        return Duration.ofMillis(intervalMs);
    }
}
