package org.diamondhpc.bench.placement;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import org.diamondhpc.bench.BenchFailed;
import org.diamondhpc.bench.simulator.Job;
import org.diamondhpc.discovery.domain.placing.Decision;
import org.diamondhpc.discovery.domain.placing.Experience;
import org.diamondhpc.discovery.domain.placing.Improvement;
import org.diamondhpc.discovery.domain.placing.Landscape;
import org.diamondhpc.discovery.domain.placing.Placing;
import org.diamondhpc.discovery.domain.placing.Question;
import org.diamondhpc.discovery.domain.placing.Reconsideration;
import org.diamondhpc.discovery.domain.placing.Turn;
import org.diamondhpc.discovery.domain.policy.PlacementPolicy;
import org.diamondhpc.discovery.domain.staging.Routes;
import org.diamondhpc.discovery.domain.staging.Throughputs;
import org.diamondhpc.discovery.domain.verdict.SiteView;
import org.diamondhpc.discovery.domain.wait.WaitHistory;
import org.diamondhpc.discovery.domain.wait.WaitPredictor;
import org.diamondhpc.schemas.id.SiteId;
import org.diamondhpc.schemas.id.TaskId;
import org.diamondhpc.schemas.id.TenantId;
import org.diamondhpc.schemas.site.SiteSnapshot;
import org.diamondhpc.schemas.spec.Resources;
import org.diamondhpc.schemas.spec.TaskSpec;
import org.diamondhpc.schemas.spec.Walltime;
import org.diamondhpc.schemas.task.Candidate;
import org.diamondhpc.schemas.task.TaskOrder;

/** What every policy would choose for one job on the same looks, by the service's own decision. */
final class Chooser {
    static final String DEFAULT = "fastest";

    private final Landscape landscape;
    private final WaitPredictor predictor;
    private final Map<SiteId, RememberedForecast> forecasts = new LinkedHashMap<>();

    /** @param turn rounds before this one */
    Chooser(Map<SiteId, SiteSnapshot> looks, WaitPredictor predictor, Map<SiteId, WaitHistory> histories, long turn) {
        this.predictor = predictor;
        List<Landscape.Seen> seen = new ArrayList<>();
        Map<Experience.Place, WaitHistory> waits = new LinkedHashMap<>();
        looks.forEach((site, look) -> {
            forecasts.put(site, new RememberedForecast(predictor.forecast(look)));
            seen.add(new Landscape.Seen(new SiteView(look, Map.of(), Map.of()), forecasts.get(site)));
            look.partitions().forEach(p -> waits.put(new Experience.Place(site, p.name()),
                    histories.getOrDefault(site, WaitHistory.none())));
        });
        landscape = new Landscape(seen, Throughputs.none(), new Experience(waits, Map.of()), Routes.relayed(), DEFAULT, turn,
                Hedge.MOST);
    }

    /** The first choice of each policy, by name. */
    Map<String, Decision.Placed> decide(String id, Shape shape, Instant now) {
        Map<String, Decision.Placed> decisions = new LinkedHashMap<>();
        for (String policy : new TreeSet<>(PlacementPolicy.ALL.keySet())) {
            decisions.put(policy, decide(order(id, shape, policy, now), now));
        }
        return decisions;
    }

    private Decision.Placed decide(TaskOrder order, Instant now) {
        Decision decision = Placing.decide(Question.of(order, now), landscape);
        if (!(decision instanceof Decision.Placed placed)) {
            throw new BenchFailed("%s finds no place for %s: %s".formatted(order.spec().placement().policy(),
                    order.spec().resources(), decision));
        }
        return placed;
    }

    /**
     * Where a probe that waits is to be moved by the service's own rule; empty where it stays.
     *
     * @param waited how long it has waited where it is
     */
    Optional<Reconsideration> reconsider(Job probe, SiteId here, Duration waited, Reconsideration.Terms terms, Instant now) {
        TaskOrder order = order("waiting", Shape.of(probe), DEFAULT, now);
        SiteView view = landscape.sites().stream().map(Landscape.Seen::view).filter(v -> v.snapshot().site().equals(here))
                .findFirst().orElseThrow();
        return Turn.of(view, SimulatedSite.PARTITION, Integer.toString(probe.id()), Question.of(order, now).demand(), predictor)
                .flatMap(turn -> Reconsideration.of(new Improvement.Present(here, SimulatedSite.PARTITION, turn.start(),
                        Duration.ofSeconds(probe.limit())), waited, decide(order, now).placement(), terms));
    }

    /** Waits as simulated, before experience corrected them; in seconds, after {@link #decide}. */
    Map<String, Double> simulated() {
        Map<String, Double> waits = new LinkedHashMap<>();
        forecasts.forEach((site, forecast) -> forecast.seconds().ifPresent(s -> waits.put(site.value(), s)));
        return waits;
    }

    /** Waits as the decision had them, in seconds. */
    static Map<String, Double> predicted(Decision.Placed placed) {
        Map<String, Double> waits = new LinkedHashMap<>();
        for (Candidate candidate : placed.candidates()) {
            if (candidate.prediction() != null) {
                waits.putIfAbsent(candidate.site().value(), candidate.prediction().waiting().toMillis() / 1000.0);
            }
        }
        return waits;
    }

    /** The hedges over two sites and more, by the name they are reported under. */
    static Map<String, Hedge> hedges(Decision.Placed placed, double release) {
        List<String> sites = new ArrayList<>(List.of(placed.placement().site().value()));
        placed.copies().forEach(copy -> sites.add(copy.placement().site().value()));
        return hedges(sites, release);
    }

    /** @param sites best first */
    static Map<String, Hedge> hedges(List<String> sites, double release) {
        Map<String, Hedge> hedges = new LinkedHashMap<>();
        for (int copies = 2; copies <= Hedge.MOST; copies++) {
            hedges.put(Hedge.name(copies), Hedge.of(sites, copies, release));
        }
        return hedges;
    }

    private static TaskOrder order(String id, Shape shape, String policy, Instant now) {
        Resources resources = new Resources(shape.nodes(), 1, shape.coresPerNode(), 0, null, null,
                new Walltime(Duration.ofSeconds(shape.limit())), false);
        TaskSpec spec = new TaskSpec("probe", "/bin/true", List.of(), null, null, Map.of(), resources, List.of(),
                List.of(), List.of(), null, null, null, null, null, List.of(), null, null, null,
                new org.diamondhpc.schemas.spec.PlacementPolicy(policy, null, Hedge.MOST), null, Map.of());
        return new TaskOrder(new TaskId("t-" + (id + "00000000").replaceAll("[^a-z0-9]", "")), new TenantId("demo"), null, spec, List.of(), 1, List.of(), now);
    }

    /** What a probe asks for. @param limit seconds */
    record Shape(int nodes, int coresPerNode, long limit) {
        static Shape of(Job probe) {
            return new Shape(probe.width(), 1, probe.limit());
        }
    }
}
