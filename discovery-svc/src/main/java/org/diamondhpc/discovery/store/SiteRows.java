package org.diamondhpc.discovery.store;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.persistence.EntityManager;
import jakarta.persistence.Query;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.diamondhpc.schemas.id.SiteId;
import org.diamondhpc.schemas.site.SiteFacts;
import org.diamondhpc.schemas.site.SiteSnapshot;

/** The latest of every site. Every method needs a transaction. */
@ApplicationScoped
public class SiteRows {
    private final EntityManager entities;

    SiteRows(EntityManager entities) {
        this.entities = entities;
    }

    public Optional<SiteRow> find(SiteId site) {
        return Optional.ofNullable(entities.find(SiteRow.class, site.value()));
    }

    /** Rows that changed after {@code version}. */
    public List<SiteRow> since(long version) {
        return entities.createQuery("from SiteRow where version > :version", SiteRow.class)
                .setParameter("version", version).getResultList();
    }

    public List<SiteId> names() {
        return entities.createQuery("select site from SiteRow", String.class).getResultList().stream().map(SiteId::new)
                .toList();
    }

    /** A site that nobody looked at yet; false where it is known already. */
    public boolean add(SiteSnapshot unseen) {
        return write("insert into site_state (site, snapshot, version) values (:site, :snapshot, nextval('site_version'))"
                + " on conflict (site) do nothing", unseen) == 1;
    }

    /** The same look with what the profile says now. */
    public void redress(SiteSnapshot snapshot) {
        write("update site_state set snapshot = :snapshot, version = nextval('site_version') where site = :site",
                snapshot);
    }

    /**
     * A look has ended, healthy or not.
     *
     * @param failures failed looks in a row
     * @param next the pause until the next one
     */
    public void looked(SiteSnapshot snapshot, Instant at, int failures, Duration next) {
        statement("insert into site_state (site, snapshot, version, looked_at, failures, interval_ms)"
                + " values (:site, :snapshot, nextval('site_version'), :at, :failures, :next)"
                + " on conflict (site) do update set snapshot = excluded.snapshot, version = excluded.version,"
                + " looked_at = excluded.looked_at, failures = excluded.failures, interval_ms = excluded.interval_ms",
                snapshot).setParameter("at", at).setParameter("failures", failures)
                .setParameter("next", next.toMillis()).executeUpdate();
    }

    private int write(String sql, SiteSnapshot snapshot) {
        return statement(sql, snapshot).executeUpdate();
    }

    private Query statement(String sql, SiteSnapshot snapshot) {
        return entities.createNativeQuery(sql).setParameter("site", snapshot.site().value())
                .setParameter("snapshot", Json.write(snapshot.withFacts(null)));
    }

    /** What changes rarely has a column of its own: looks and surveys write past each other. */
    public void surveyed(SiteId site, SiteFacts facts) {
        entities.createNativeQuery("update site_state set facts = :facts, version = nextval('site_version')"
                + " where site = :site").setParameter("facts", Json.write(facts)).setParameter("site", site.value())
                .executeUpdate();
    }

    public void remove(SiteId site) {
        entities.createQuery("delete from SiteRow where site = :site").setParameter("site", site.value())
                .executeUpdate();
    }

    /** When the site was last looked at, by whichever replica; past what this session has read already. */
    public Optional<Instant> lookedAt(SiteId site) {
        return entities.createQuery("select lookedAt from SiteRow where site = :site and lookedAt is not null",
                Instant.class).setParameter("site", site.value()).getResultList().stream().findFirst();
    }
}
