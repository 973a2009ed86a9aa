package org.diamondhpc.discovery.store;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.persistence.EntityManager;
import jakarta.persistence.FlushModeType;
import jakarta.persistence.TypedQuery;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.diamondhpc.discovery.domain.placing.Decision;
import org.diamondhpc.discovery.domain.placing.Experience.Job;
import org.diamondhpc.discovery.domain.placing.Experience.Place;
import org.diamondhpc.discovery.domain.placing.Experience;
import org.diamondhpc.discovery.domain.wait.WaitHistory;
import org.diamondhpc.schemas.id.AttemptId;
import org.diamondhpc.schemas.id.SiteId;
import org.diamondhpc.schemas.id.TaskId;
import org.diamondhpc.schemas.id.TenantId;
import org.diamondhpc.schemas.task.PredictionTruth;
import org.diamondhpc.schemas.task.TaskOrder;

/** Every placement and what became of it. Every method needs a transaction. */
@ApplicationScoped
public class DecisionRows {
    /** How many of the latest waits of a place count. */
    private static final int REMEMBERED = 200;
    /** Runs of one name from which its share of the limit is concluded. */
    private static final int ENOUGH_RUNS = 3;
    private static final int WENT_WELL = 20;

    private final EntityManager entities;

    DecisionRows(EntityManager entities) {
        this.entities = entities;
    }

    public void add(TaskOrder order, Decision.Placed placed) {
        entities.persist(new DecisionRow(order, placed));
    }

    /** Reads what there is of the tasks with one question; {@link #find} then asks no more. */
    public void expect(Collection<String> tasks) {
        if (tasks.isEmpty()) {
            return;
        }
        entities.createQuery("from DecisionRow where id.task in :tasks", DecisionRow.class)
                .setParameter("tasks", tasks).getResultList();
    }

    public Optional<DecisionRow> find(AttemptId attempt) {
        return Optional.ofNullable(entities.find(DecisionRow.class, DecisionId.of(attempt)));
    }

    /** Placements that take room which no look shows yet. */
    public List<DecisionRow> claiming() {
        return entities.createQuery("from DecisionRow where claiming", DecisionRow.class).getResultList();
    }

    /** Placements whose job has waited in its queue since before and is not being withdrawn; those longest not compared first. */
    @SuppressWarnings("unchecked")
    public List<DecisionRow> queued(Instant submittedBefore, int most) {
        return entities.createNativeQuery("""
                select * from decision where task_order is not null and submitted_at < ?1 and job is not null and not moving
                order by looked_at nulls first limit ?2 for update skip locked""", DecisionRow.class)
                .setParameter(1, submittedBefore).setParameter(2, most).getResultList();
    }

    /** A look shows what was submitted before {@code submittedBefore}. */
    public void seen(SiteId site, Instant submittedBefore) {
        entities.createQuery("update DecisionRow set claiming = false where claiming and site = :site"
                        + " and submittedAt < :before")
                .setParameter("site", site.value()).setParameter("before", submittedBefore).executeUpdate();
    }

    /** A task that ended in whatever way takes no room. */
    public void over(TaskId task) {
        entities.createQuery("from DecisionRow where id.task = :task and claiming", DecisionRow.class)
                .setParameter("task", task.value()).setFlushMode(FlushModeType.COMMIT).getResultList().stream()
                .filter(DecisionRow::claiming) // this transaction may know better
                .forEach(row -> row.over("GONE"));
    }

    /** The tenant's latest placements. @param site null: all sites */
    public List<PredictionTruth> latest(TenantId tenant, SiteId site, int most) {
        TypedQuery<DecisionRow> query = entities.createQuery("from DecisionRow where tenant = :tenant"
                + (site == null ? "" : " and site = :site") + " order by decidedAt desc", DecisionRow.class)
                .setParameter("tenant", tenant.value()).setMaxResults(most);
        if (site != null) {
            query.setParameter("site", site.value());
        }
        return query.getResultList().stream().map(DecisionRow::truth).toList();
    }

    /**
     * What the latest placements teach.
     *
     * @param seen how long anybody's jobs waited at a place, in seconds
     */
    public Experience experience(Map<Place, double[]> seen) {
        return new Experience(waits(seen), runs(), failures());
    }

    public int prune(Instant before) {
        return entities.createQuery("delete from DecisionRow where decidedAt < :before and not claiming")
                .setParameter("before", before).executeUpdate();
    }

    private Map<Place, WaitHistory> waits(Map<Place, double[]> seen) {
        Map<Place, List<WaitHistory.Pair>> pairs = new HashMap<>();
        for (Object[] row : rows("""
                select site, partition, simulated_wait_sec, actual_wait_sec from (
                    select *, row_number() over (partition by site, partition order by started_at desc) as age
                    from decision where actual_wait_sec is not null) latest
                where age <= %d""".formatted(REMEMBERED))) {
            pairs.computeIfAbsent(new Place(new SiteId((String) row[0]), (String) row[1]), p -> new ArrayList<>())
                    .add(new WaitHistory.Pair(((Number) row[2]).doubleValue(), ((Number) row[3]).doubleValue()));
        }
        Map<Place, WaitHistory> waits = new HashMap<>();
        seen.forEach((place, some) -> waits.put(place, WaitHistory.of(pairs.getOrDefault(place, List.of()), some)));
        pairs.forEach((place, some) -> waits.computeIfAbsent(place, p -> WaitHistory.of(some)));
        return waits;
    }

    /** A few failures of a site that was hardly used say little, so every site begins with some that went well. */
    private Map<SiteId, Double> failures() {
        Map<SiteId, Double> failures = new HashMap<>();
        for (Object[] row : rows("""
                select site, count(*) filter (where outcome in ('NODE_FAIL', 'LAUNCH_FAILED', 'LOST')), count(*)
                from decision where outcome is not null and decided_at > now() - interval '30 days' group by site""")) {
            failures.put(new SiteId((String) row[0]),
                    ((Number) row[1]).doubleValue() / (((Number) row[2]).doubleValue() + WENT_WELL));
        }
        return failures;
    }

    private Map<Job, Double> runs() {
        Map<Job, Double> runs = new HashMap<>();
        for (Object[] row : rows("""
                select tenant, name, site, percentile_cont(0.5) within group (order by actual_run_sec / limit_sec)
                from decision where actual_run_sec is not null and name is not null and limit_sec > 0
                    and decided_at > now() - interval '30 days'
                group by grouping sets ((tenant, name, site), (tenant, name)) having count(*) >= %d"""
                .formatted(ENOUGH_RUNS))) {
            SiteId site = row[2] == null ? null : new SiteId((String) row[2]);
            runs.put(new Job(new TenantId((String) row[0]), (String) row[1], site),
                    Math.clamp(((Number) row[3]).doubleValue(), 0.01, 1));
        }
        return runs;
    }

    @SuppressWarnings("unchecked")
    private List<Object[]> rows(String sql) {
        return entities.createNativeQuery(sql).getResultList();
    }
}
