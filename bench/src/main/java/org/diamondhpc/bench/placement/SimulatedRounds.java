package org.diamondhpc.bench.placement;

import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import org.diamondhpc.bench.BenchFailed;
import org.diamondhpc.bench.simulator.Job;
import org.diamondhpc.bench.simulator.TraceFolder;
import org.diamondhpc.discovery.domain.placing.Decision;
import org.diamondhpc.discovery.domain.policy.PlacementPolicy;
import org.diamondhpc.discovery.domain.wait.LearnedSimulation;
import org.diamondhpc.schemas.id.SiteId;
import org.diamondhpc.schemas.site.SiteSnapshot;

/**
 * Rounds over one mix. First the machines fill and their jobs' run times become known; then, for a time, probes go to one
 * site each, in turn, and what became of them is learned; then the rounds are counted. In those, too, only the outcome at the site
 * that the default policy chose is learned, and only when its job has started.
 */
final class SimulatedRounds {
    private static final int TRAINING = 240;
    /** From a job's start until it is told that it is the first: measured at a fraction of a second, counted as one. */
    private static final double RELEASE = 1;

    private final Mix mix;
    private final Random random;
    private final List<SimulatedSite> sites = new ArrayList<>();
    private final List<List<Job>> probes = new ArrayList<>();
    private final List<Outcome> due = new ArrayList<>();

    SimulatedRounds(Mix mix, TraceFolder traces, long seed) throws IOException {
        this.mix = mix;
        this.random = new Random(seed);
        for (SiteModel model : mix.sites()) {
            sites.add(new SimulatedSite(model, traces, mix.seconds()));
        }
        int narrowest = sites.stream().mapToInt(SimulatedSite::processors).min().orElseThrow();
        // what probes look like is drawn from the jobs of all sites alike, those that all of them can run
        for (SimulatedSite site : sites) {
            probes.add(site.jobs().stream().filter(j -> j.width() <= narrowest).toList());
            if (probes.getLast().isEmpty()) {
                throw new BenchFailed("the slice of the trace of %s is empty".formatted(site.id()));
            }
        }
    }

    List<Round> play(int rounds) {
        for (long time : times(TRAINING, mix.trainFrom(), mix.countFrom())) {
            advance(time);
            SimulatedSite site = sites.get(random.nextInt(sites.size()));
            train(site, probe(time));
        }
        List<Round> played = new ArrayList<>();
        for (long time : times(rounds, mix.countFrom(), mix.seconds() - 86_400)) {
            advance(time);
            played.add(round(played.size(), probe(time)));
        }
        return played;
    }

    private void train(SimulatedSite site, Job probe) {
        Chooser chooser = chooser(List.of(site), 0);
        chooser.decide("training", Chooser.Shape.of(probe), instant(probe));
        Double wait = chooser.simulated().get(site.id().value());
        site.entered(probe);
        due.add(new Outcome(site, wait, site.truth(probe), probe.submit()));
    }

    private Round round(int number, Job probe) {
        String id = "%s-%04d".formatted(mix.name(), number);
        Chooser chooser = chooser(sites, number);
        Map<String, Decision.Placed> decisions = chooser.decide(id, Chooser.Shape.of(probe), instant(probe));
        Map<String, String> choices = new LinkedHashMap<>();
        decisions.forEach((policy, placed) -> choices.put(policy, placed.placement().site().value()));
        choices.remove("fixed");
        choices.remove(PlacementPolicy.HEDGED);
        choices.put("slurm-estimate", sites.stream().min(Comparator.comparingLong(s -> s.slurmEstimate(probe)))
                .orElseThrow().id().value());
        Map<String, Double> truth = new LinkedHashMap<>();
        for (SimulatedSite site : sites) {
            choices.put(Round.FIXED + site.id(), site.id().value());
            truth.put(site.id().value(), (double) (site.truth(probe) + probe.run()));
        }
        Map<String, Hedge> hedges = Chooser.hedges(decisions.get(PlacementPolicy.HEDGED), RELEASE);
        hedges.forEach((policy, hedge) -> choices.put(policy, hedge.winner(truth)));
        SimulatedSite chosen = site(choices.get(Chooser.DEFAULT));
        Journey journey = new Traveller(sites, some -> chooser(some, number), probe).from(chosen.id());
        choices.put(Journey.RECONSIDER, journey.end());
        chosen.entered(probe);
        due.add(new Outcome(chosen, chooser.simulated().get(chosen.id().value()),
                truth.get(chosen.id().value()) - probe.run(), probe.submit()));
        return new Round(id, probe.submit(), probe.width(), probe.limit(), probe.run(),
                Chooser.predicted(decisions.get(Chooser.DEFAULT)), truth, choices, hedges, Map.of(Journey.RECONSIDER, journey));
    }

    private Chooser chooser(List<SimulatedSite> some, long turn) {
        LearnedSimulation predictor = new LearnedSimulation(id -> site(id.value()).habits());
        Map<SiteId, SiteSnapshot> looks = new LinkedHashMap<>();
        some.forEach(site -> looks.put(site.id(), site.look()));
        return new Chooser(looks, predictor,
                some.stream().collect(Collectors.toMap(SimulatedSite::id, SimulatedSite::history)), turn);
    }

    private void advance(long time) {
        sites.forEach(site -> site.advance(time));
        for (Outcome outcome : List.copyOf(due)) {
            if (outcome.submitted() + outcome.actual() <= time) {
                outcome.site().learn(outcome.predicted(), outcome.actual());
                due.remove(outcome);
            }
        }
    }

    private SimulatedSite site(String name) {
        return sites.stream().filter(s -> s.id().value().equals(name)).findFirst().orElseThrow();
    }

    private Job probe(long time) {
        List<Job> from = probes.get(random.nextInt(probes.size()));
        Job like = from.get(random.nextInt(from.size()));
        return new Job(Integer.MAX_VALUE, time, like.run(), like.limit(), like.width(), -1, -1);
    }

    private List<Long> times(int count, long from, long to) {
        return random.longs(count, from, to).sorted().boxed().toList();
    }

    private static Instant instant(Job probe) {
        return Instant.ofEpochSecond(probe.submit());
    }

    private record Outcome(SimulatedSite site, double predicted, double actual, long submitted) {
    }
}
