package org.diamondhpc.bench.placement;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.TreeSet;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.diamondhpc.bench.BenchFailed;
import org.diamondhpc.bench.Run;
import org.diamondhpc.bench.ground.Ground;
import org.diamondhpc.bench.simulator.Rules;
import org.diamondhpc.bench.simulator.TraceFolder;
import org.diamondhpc.discovery.domain.policy.PlacementPolicy;

/**
 * Rounds on four real clusters. In each, all sites are looked at anew, the running service is asked where each policy would
 * place the probe, the answers are written down, and then the probe goes to all sites at once. The next round does not wait
 * for the probes of the last.
 */
final class LiveRounds {
    static final List<String> SITES = List.of("alpha", "beta", "gamma", "delta");
    private static final List<SiteModel> MODELS = List.of(
            new SiteModel("alpha", "published-schedules/SDSC-BLUE.easy_backfill.swf.gz", 144, 8, Rules.EASY, 0),
            new SiteModel("beta", "published-schedules/SDSC-SP2.easy_backfill.swf.gz", 128, 1, Rules.EASY, 0),
            new SiteModel("gamma", "KTH-SP2-1996.swf.gz", 100, 1, Rules.EASY, 0),
            new SiteModel("delta", "published-schedules/CTC-SP2.easy_backfill.swf.gz", 338, 1, Rules.EASY, 0));
    private static final List<Integer> NODES = List.of(16, 8, 4, 32);
    private static final List<List<String>> USERS = List.of(List.of("alice", "bob"), List.of("asmith", "bjones"),
            List.of("al", "bo"), List.of("u1234", "u5678"));
    /** Partitions for short jobs, whose jobs pass by all that wait: probes are to queue with the others. */
    private static final Map<String, String> CLOSED = Map.of("alpha", "debug", "delta", "short");
    private static final Duration WARM = Duration.ofSeconds(75);
    private static final Duration GAP = Duration.ofSeconds(14);
    private static final Duration PATIENCE = Duration.ofMinutes(10);

    /** From a job's start until it is told that it is the first: measured at a fraction of a second, counted as one. */
    private static final double RELEASE = 1;

    private final Run run;
    private final Ground ground;
    private final Random random;
    private final List<LiveCluster> clusters = new ArrayList<>();
    private final List<Asked> asked = new ArrayList<>();

    LiveRounds(Run run, Ground ground, long seed) {
        this.run = run;
        this.ground = ground;
        this.random = new Random(seed);
    }

    List<Round> play(int rounds) throws IOException, InterruptedException {
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            try {
                begin(rounds, threads);
                run.say("the clusters fill for %d s".formatted(WARM.toSeconds()));
                Thread.sleep(WARM);
                for (int i = 0; i < rounds; i++) {
                    Instant next = Instant.now().plus(GAP);
                    asked.add(round(i, threads));
                    Thread.sleep(Duration.between(Instant.now(), next).isNegative() ? Duration.ZERO
                            : Duration.between(Instant.now(), next));
                }
                run.say("all rounds are under way, waiting for their ends");
                return ended();
            } finally {
                threads.shutdownNow();
                clusters.forEach(LiveCluster::close);
            }
        }
    }

    private void begin(int rounds, ExecutorService threads) throws IOException, InterruptedException {
        TraceFolder traces = TraceFolder.of(run.checkout());
        long seconds = WARM.plus(GAP.multipliedBy(rounds)).plus(PATIENCE).toSeconds();
        for (int i = 0; i < SITES.size(); i++) {
            LiveLoad load = LiveLoad.of(MODELS.get(i), NODES.get(i), traces, seconds, 1);
            LiveCluster cluster = new LiveCluster(ground.clusters(), SITES.get(i), USERS.get(i).getFirst(), USERS.get(i).getLast());
            clusters.add(cluster);
            if (CLOSED.containsKey(SITES.get(i))) {
                cluster.shut(CLOSED.get(SITES.get(i)));
            }
            threads.submit(() -> feed(cluster, load));
        }
    }

    private static Void feed(LiveCluster cluster, LiveLoad load) throws IOException, InterruptedException {
        long begin = System.nanoTime();
        for (LiveLoad.Arrival arrival : load.arrivals()) {
            long wait = (long) (arrival.at() * 1e9) - (System.nanoTime() - begin);
            if (wait > 0) {
                Thread.sleep(Duration.ofNanos(wait));
            }
            cluster.submitBackground(arrival);
        }
        return null;
    }

    private Asked round(int number, ExecutorService threads) throws IOException, InterruptedException {
        String id = "live-%03d".formatted(number);
        int nodes = 2 + random.nextInt(3);
        long seconds = 3 + random.nextInt(6);
        long limit = 2 + random.nextInt(4);
        all(threads, site -> ground.gateway().post("/v1/sites/" + site + "/refresh", Map.of()));
        for (String site : SITES) {
            run.raw().text("live-look-%s-%s.json".formatted(id, site), ground.gateway().get("/v1/sites/" + site + "?view=full").toPrettyString());
        }
        Map<String, String> partitions = new LinkedHashMap<>();
        Map<String, Double> predicted = new LinkedHashMap<>();
        Map<String, String> choices = choices(id, nodes, limit, partitions, predicted);
        Future<Map<String, Long>> estimates = threads.submit(() -> estimates(partitions, nodes, limit));
        Map<String, Hedge> hedges = Chooser.hedges(List.copyOf(partitions.keySet()), RELEASE);
        choices.put("round-robin", SITES.get(number % SITES.size()));
        soonest(estimates).ifPresent(site -> choices.put("slurm-estimate", site));
        run.raw().text("live-choices-%03d.txt".formatted(number), choices + "\n" + predicted + "\n");
        Instant submitted = Instant.now();
        for (LiveCluster cluster : clusters) {
            if (partitions.containsKey(cluster.site())) {
                cluster.submitProbe(id, partitions.get(cluster.site()), nodes, limit, seconds);
            }
        }
        return new Asked(id, submitted, nodes, limit, seconds, predicted, choices, hedges);
    }

    /** What each policy chooses but hedging, which takes the default one's best places; the default one's answer also tells the best partition of each site and the wait there. */
    private Map<String, String> choices(String id, int nodes, long limit, Map<String, String> partitions, Map<String, Double> predicted)
            throws InterruptedException {
        Map<String, String> choices = new LinkedHashMap<>();
        TreeSet<String> policies = new TreeSet<>(PlacementPolicy.ALL.keySet());
        policies.remove(PlacementPolicy.HEDGED);
        for (String policy : policies) {
            JsonNode plan = plan(policy, nodes, limit);
            choices.put(policy, plan.path("chosen").path("site").asText());
            if (policy.equals(Chooser.DEFAULT)) {
                run.raw().text("live-plan-%s.json".formatted(id), plan.toPrettyString());
                plan.path("candidates").forEach(c -> candidate(c, partitions, predicted));
            }
        }
        choices.remove("fixed");
        SITES.forEach(site -> choices.put(Round.FIXED + site, site));
        return choices;
    }

    /** The best place of a site is where its probe goes. */
    private static void candidate(JsonNode candidate, Map<String, String> partitions, Map<String, Double> predicted) {
        String site = candidate.path("site").asText();
        if (candidate.hasNonNull("prediction") && !partitions.containsKey(site)) {
            partitions.put(site, candidate.path("partition").asText());
            predicted.put(site, Duration.parse(candidate.path("prediction").path("waiting").asText()).toMillis() / 1000.0);
        }
    }

    private JsonNode plan(String policy, int nodes, long limit) throws InterruptedException {
        JsonNode plan = ground.gateway().post("/v1/placements", Map.of("name", "probe", "script", "#!/bin/sh\ntrue\n",
                "resources", Map.of("nodes", nodes, "exclusive", true, "duration", limit + "m"),
                "constraints", Map.of("sites", SITES), "placement", Map.of("policy", policy)));
        if (plan.path("chosen").path("site").isMissingNode()) {
            throw new BenchFailed("%s finds no place: %s".formatted(policy, plan.path("problem")));
        }
        return plan;
    }

    private Map<String, Long> estimates(Map<String, String> partitions, int nodes, long limit) throws InterruptedException {
        Map<String, Long> estimates = new LinkedHashMap<>();
        for (LiveCluster cluster : clusters) {
            OptionalLong start = partitions.containsKey(cluster.site())
                    ? cluster.estimate(partitions.get(cluster.site()), nodes, limit) : OptionalLong.empty();
            start.ifPresent(seconds -> estimates.put(cluster.site(), seconds));
        }
        return estimates;
    }

    /** Empty where no cluster says; then the estimate is left out of the report as a whole. */
    private static Optional<String> soonest(Future<Map<String, Long>> estimates) throws InterruptedException {
        try {
            return estimates.get().entrySet().stream().min(Comparator.comparingLong(Map.Entry::getValue))
                    .map(Map.Entry::getKey);
        } catch (ExecutionException e) {
            throw new BenchFailed("sbatch --test-only: " + e.getCause().getMessage(), e.getCause());
        }
    }

    private List<Round> ended() throws InterruptedException {
        Instant deadline = Instant.now().plus(PATIENCE);
        Map<String, Map<String, Double>> ends = ends();
        while (Instant.now().isBefore(deadline) && ends.values().stream().anyMatch(e -> e.size() < asked.size())) {
            Thread.sleep(Duration.ofSeconds(3));
            ends = ends();
        }
        List<Round> rounds = new ArrayList<>();
        for (Asked one : asked) {
            Map<String, Double> truth = new LinkedHashMap<>();
            ends.forEach((site, all) -> {
                if (all.containsKey(one.id())) {
                    truth.put(site, all.get(one.id()) - one.submitted().toEpochMilli() / 1000.0);
                }
            });
            if (truth.isEmpty()) {
                throw new BenchFailed("the probe of round " + one.id() + " ended nowhere within " + PATIENCE);
            }
            one.hedges().forEach((policy, hedge) -> one.choices().put(policy, hedge.winner(truth)));
            rounds.add(new Round(one.id(), one.submitted().getEpochSecond(), one.nodes(), 60 * one.limit(), one.run(),
                    one.predicted(), truth, one.choices(), one.hedges(), Map.of()));
        }
        return rounds;
    }

    private Map<String, Map<String, Double>> ends() throws InterruptedException {
        Map<String, Map<String, Double>> ends = new LinkedHashMap<>();
        for (LiveCluster cluster : clusters) {
            ends.put(cluster.site(), cluster.ends());
        }
        return ends;
    }

    private static void all(ExecutorService threads, Call call) throws InterruptedException {
        List<Future<?>> running = new ArrayList<>();
        for (String site : SITES) {
            running.add(threads.submit(() -> call.of(site)));
        }
        for (Future<?> one : running) {
            try {
                one.get();
            } catch (ExecutionException e) {
                throw new BenchFailed(e.getCause().getMessage(), e.getCause());
            }
        }
    }

    /** Asks something of a site. */
    @FunctionalInterface
    private interface Call {
        Object of(String site) throws InterruptedException;
    }

    private record Asked(String id, Instant submitted, int nodes, long limit, long run, Map<String, Double> predicted,
            Map<String, String> choices, Map<String, Hedge> hedges) {
    }
}
