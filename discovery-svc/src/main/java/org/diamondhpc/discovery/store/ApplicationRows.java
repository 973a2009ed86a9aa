package org.diamondhpc.discovery.store;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.persistence.EntityManager;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Optional;
import org.diamondhpc.discovery.domain.placing.Question;
import org.diamondhpc.schemas.id.SiteId;
import org.diamondhpc.schemas.id.TenantId;
import org.diamondhpc.schemas.spec.Application;
import org.diamondhpc.schemas.spec.Application.Measured;
import org.hibernate.Session;
import org.hibernate.query.NativeQuery;

/** Registered applications, and what their runs took. Every method needs a transaction. */
@ApplicationScoped
public class ApplicationRows {
    private final EntityManager entities;

    ApplicationRows(EntityManager entities) {
        this.entities = entities;
    }

    public Optional<Application> find(TenantId tenant, String name) {
        return bodies("select body from application where tenant = :tenant and name = :name", tenant, name)
                .map(a -> a.measured(runs(tenant, name)));
    }

    /** By name. */
    public List<Application> list(TenantId tenant) {
        return query("select name from application where tenant = :tenant order by name", String.class)
                .setParameter("tenant", tenant.value()).getResultList().stream()
                .flatMap(name -> find(tenant, name).stream()).toList();
    }

    /** A new entry, or another one for the same name; what was measured stays. */
    public void put(TenantId tenant, Application application, Instant at) {
        entities.createNativeQuery("insert into application (tenant, name, body, updated_at) values (:tenant, :name,"
                        + " :body, :at) on conflict (tenant, name) do update set body = excluded.body,"
                        + " updated_at = excluded.updated_at").setParameter("tenant", tenant.value())
                .setParameter("name", application.name()).setParameter("body", Json.write(application.measured(null)))
                .setParameter("at", at).executeUpdate();
    }

    /** False where there was none. */
    public boolean delete(TenantId tenant, String name) {
        boolean there = statement("delete from application where tenant = :tenant and name = :name", tenant, name) > 0;
        statement("delete from application_run where tenant = :tenant and name = :name", tenant, name);
        return there;
    }

    /** A run has ended well. */
    public void ran(TenantId tenant, String name, SiteId site, Duration took, Instant at) {
        entities.createNativeQuery("insert into application_run (tenant, name, site, runs, total_ms, shortest_ms,"
                        + " longest_ms, last_at) values (:tenant, :name, :site, 1, :took, :took, :took, :at)"
                        + " on conflict (tenant, name, site) do update set runs = application_run.runs + 1,"
                        + " total_ms = application_run.total_ms + excluded.total_ms,"
                        + " shortest_ms = least(application_run.shortest_ms, excluded.shortest_ms),"
                        + " longest_ms = greatest(application_run.longest_ms, excluded.longest_ms),"
                        + " last_at = excluded.last_at").setParameter("tenant", tenant.value()).setParameter("name", name)
                .setParameter("site", site.value()).setParameter("took", took.toMillis()).setParameter("at", at)
                .executeUpdate();
    }

    /** The question with what the task's application needs, where it names one that is registered. */
    public Question applied(Question question) {
        String name = question.order().spec().application();
        return name == null ? question : find(question.order().tenant(), name).map(question::of).orElse(question);
    }

    private Optional<Application> bodies(String sql, TenantId tenant, String name) {
        return query(sql, String.class).setParameter("tenant", tenant.value()).setParameter("name", name)
                .getResultList().stream().findFirst().map(body -> Json.read(body, Application.class));
    }

    private List<Measured> runs(TenantId tenant, String name) {
        return query("select site, runs, total_ms, shortest_ms, longest_ms, last_at from application_run"
                        + " where tenant = :tenant and name = :name order by site", Object[].class)
                .setParameter("tenant", tenant.value()).setParameter("name", name).getResultList().stream().map(r -> new Measured(new SiteId((String) r[0]), ((Number) r[1]).longValue(),
                Duration.ofMillis(((Number) r[3]).longValue()),
                Duration.ofMillis(((Number) r[2]).longValue() / ((Number) r[1]).longValue()),
                Duration.ofMillis(((Number) r[4]).longValue()), instant(r[5]))).toList();
    }

    /** By the driver's type or by Hibernate's preferred one. */
    private static Instant instant(Object time) {
        return time instanceof OffsetDateTime zoned ? zoned.toInstant() : (Instant) time;
    }

    private <T> NativeQuery<T> query(String sql, Class<T> row) {
        return entities.unwrap(Session.class).createNativeQuery(sql, row);
    }

    private int statement(String sql, TenantId tenant, String name) {
        return entities.createNativeQuery(sql).setParameter("tenant", tenant.value()).setParameter("name", name)
                .executeUpdate();
    }
}
