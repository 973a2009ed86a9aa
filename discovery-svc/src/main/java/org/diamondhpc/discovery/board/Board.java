package org.diamondhpc.discovery.board;

import jakarta.enterprise.context.ApplicationScoped;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.diamondhpc.discovery.domain.placing.Decision;
import org.diamondhpc.discovery.domain.placing.Experience;
import org.diamondhpc.discovery.domain.placing.Landscape;
import org.diamondhpc.discovery.domain.placing.Placing;
import org.diamondhpc.discovery.domain.placing.Question;
import org.diamondhpc.discovery.domain.placing.Turn;
import org.diamondhpc.discovery.domain.staging.Routes;
import org.diamondhpc.discovery.domain.staging.Throughputs;
import org.diamondhpc.discovery.domain.verdict.SiteView;
import org.diamondhpc.discovery.domain.wait.HabitLog;
import org.diamondhpc.discovery.domain.wait.LearnedSimulation;
import org.diamondhpc.discovery.domain.wait.Lesson;
import org.diamondhpc.discovery.domain.wait.WaitPredictor;
import org.diamondhpc.schemas.id.AttemptId;
import org.diamondhpc.schemas.id.SiteId;
import org.diamondhpc.schemas.id.TaskId;
import org.diamondhpc.schemas.id.TenantId;
import org.diamondhpc.schemas.site.SiteSnapshot;

/**
 * Everything needed to decide, in memory. Decisions are made one at a time, so that each sees what the one before took;
 * no lock is held while the database or a site is asked.
 */
@ApplicationScoped
public class Board {
    /** How long a claim may be missing from the database before it counts as rolled back. */
    private static final Duration COMMITS_WITHIN = Duration.ofSeconds(30);

    private final Clock clock;
    private final PlacingConfig config;
    private final Map<SiteId, HabitLog> habits = new ConcurrentHashMap<>();
    private final WaitPredictor predictor = new LearnedSimulation(this::habits);
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<SiteId, Standing> standings = new LinkedHashMap<>();
    private final Map<TaskId, Claimed> claims = new HashMap<>();
    private Map<SiteId, KnownSite> known = Map.of();
    private Throughputs throughputs = Throughputs.none();
    private Experience experience = Experience.none();
    private long placements;

    Board(Clock clock, PlacingConfig config) {
        this.clock = clock;
        this.config = config;
    }

    /** Decides, and remembers what the placement takes. */
    public Decision place(Question question) {
        return locked(() -> {
            release(question.order().task());
            Decision decision = decide(question);
            if (decision instanceof Decision.Placed placed) {
                Claimed claimed = new Claimed(placed.placement().site(), placed.placement().user(), placed.claim(),
                        question.order().attempt(), question.now(), null);
                placements++;
                claims.put(question.order().task(), claimed);
                standings.get(claimed.site()).add(claimed, question.now());
            }
            return decision;
        });
    }

    /** Decides and leaves everything as it is. */
    public Decision plan(Question question) {
        return locked(() -> decide(question));
    }

    /** When the turn of a job comes that waits at a site; empty where no look shows it waiting. */
    public Optional<Turn> turn(Question question, SiteId site, String partition, String job) {
        Optional<SiteView> view = locked(() -> Optional.ofNullable(standings.get(site)).filter(s -> known.containsKey(site))
                .map(s -> new SiteView(s.snapshot(), known.get(site).projects(), Map.of())));
        return view.flatMap(v -> Turn.of(v, partition, job, question.demand(), predictor));
    }

    public Optional<SiteSnapshot> snapshot(SiteId site) {
        return locked(() -> Optional.ofNullable(standings.get(site)).map(Standing::snapshot));
    }

    public List<SiteSnapshot> snapshots() {
        return locked(() -> standings.values().stream().map(Standing::snapshot).toList());
    }

    /** Whether tasks are on their way to the site. */
    public boolean expects(SiteId site) {
        return locked(() -> claims.values().stream().anyMatch(c -> c.site().equals(site)));
    }

    /** The scheduler has the attempt: the next look will show it. */
    public void submitted(AttemptId attempt, Instant at) {
        locked(() -> claims.computeIfPresent(attempt.task(),
                (task, c) -> c.attempt() == attempt.number() ? c.submitted(at) : c));
    }

    /** The task takes no room any more. */
    public void release(TaskId task) {
        locked(() -> {
            Claimed claimed = claims.remove(task);
            if (claimed != null && standings.containsKey(claimed.site())) {
                standings.get(claimed.site()).invalidate();
            }
            return claimed;
        });
    }

    void adopt(SiteSnapshot snapshot) {
        Standing before = locked(() -> standings.get(snapshot.site()));
        boolean sameLook = before != null && before.snapshot().seenAt() != null
                && before.snapshot().seenAt().equals(snapshot.seenAt());
        Standing now = sameLook ? before.with(snapshot) : new Standing(snapshot, predictor.forecast(snapshot));
        locked(() -> {
            claims.values().removeIf(c -> c.site().equals(snapshot.site()) && c.shownBy(snapshot));
            return standings.put(snapshot.site(), now);
        });
    }

    /** Sites that are not among {@code sites} are forgotten. */
    void know(Collection<KnownSite> sites) {
        Map<SiteId, KnownSite> byId = new HashMap<>();
        sites.forEach(s -> byId.put(s.id(), s));
        locked(() -> {
            known = byId;
            return standings.keySet().retainAll(byId.keySet());
        });
    }

    /** What is known of a site's jobs from all looks. */
    HabitLog habits(SiteId site) {
        return habits.computeIfAbsent(site, s -> new HabitLog());
    }

    /** How long anybody's jobs waited, by place, in seconds. */
    Map<Experience.Place, double[]> seenWaits() {
        Map<Experience.Place, double[]> waits = new HashMap<>();
        for (SiteSnapshot snapshot : snapshots()) {
            snapshot.partitions().forEach(p -> waits.put(new Experience.Place(snapshot.site(), p.name()),
                    habits(snapshot.site()).waits(p.name())));
        }
        return waits;
    }

    void learn(SiteId site, Lesson lesson) {
        habits(site).learn(lesson);
    }

    void learn(Throughputs newThroughputs, Experience newExperience) {
        locked(() -> {
            throughputs = newThroughputs;
            experience = newExperience;
            return null;
        });
    }

    /** Takes over the claims of other replicas and of before a restart, and drops what was rolled back. */
    void reconcile(Map<TaskId, Claimed> stored) {
        Instant settled = clock.instant().minus(COMMITS_WITHIN);
        locked(() -> {
            Map<TaskId, Claimed> before = new HashMap<>(claims);
            claims.entrySet().removeIf(e -> !stored.containsKey(e.getKey()) && e.getValue().placedAt().isBefore(settled));
            stored.forEach((task, claimed) -> {
                Standing standing = standings.get(claimed.site());
                if (standing != null && !claimed.shownBy(standing.snapshot())) {
                    claims.putIfAbsent(task, claimed);
                }
            });
            if (!before.keySet().equals(claims.keySet())) {
                standings.values().forEach(Standing::invalidate);
            }
            return null;
        });
    }

    private Routes routes(TenantId tenant) {
        Map<SiteId, Set<SiteId>> reaches = new HashMap<>();
        known.forEach((id, site) -> reaches.put(id, site.reaches()));
        boolean globus = config.globus() || config.globusTenants().map(t -> t.contains(tenant.value())).orElse(false);
        return new Routes(globus, known.values().stream().filter(KnownSite::globus).map(KnownSite::id)
                .collect(Collectors.toSet()), reaches);
    }

    private Decision decide(Question question) {
        List<Landscape.Seen> seen = new ArrayList<>();
        Routes routes = routes(question.order().tenant());
        standings.forEach((site, standing) -> {
            KnownSite facts = known.get(site);
            if (facts != null) {
                if (standing.stale()) {
                    standing.fill(claims.values().stream().filter(c -> c.site().equals(site)).toList(), question.now());
                }
                seen.add(new Landscape.Seen(new SiteView(standing.snapshot(), facts.projects(),
                        standing.given()), standing.filled()));
            }
        });
        return Placing.decide(question, new Landscape(seen, throughputs, experience, routes,
                config.policy(), placements, config.hedge().copies()));
    }

    private <T> T locked(Supplier<T> body) {
        lock.lock();
        try {
            return body.get();
        } finally {
            lock.unlock();
        }
    }
}
