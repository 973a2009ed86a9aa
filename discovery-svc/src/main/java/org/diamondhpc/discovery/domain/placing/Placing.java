package org.diamondhpc.discovery.domain.placing;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.diamondhpc.discovery.domain.placing.Decision.Placed;
import org.diamondhpc.discovery.domain.placing.Landscape.Seen;
import org.diamondhpc.discovery.domain.policy.Circumstances;
import org.diamondhpc.discovery.domain.policy.Option;
import org.diamondhpc.discovery.domain.policy.PlacementPolicy;
import org.diamondhpc.discovery.domain.verdict.Demand;
import org.diamondhpc.discovery.domain.verdict.Ruling;
import org.diamondhpc.discovery.domain.verdict.Verdicts;
import org.diamondhpc.discovery.domain.verdict.Words;
import org.diamondhpc.schemas.reason.Problem;
import org.diamondhpc.schemas.reason.Reason;
import org.diamondhpc.schemas.task.Candidate;
import org.diamondhpc.schemas.task.Placement;
import org.diamondhpc.schemas.task.Verdict;

/** Decides where a task goes. */
public final class Placing {
    /** Candidates an event carries; the decision's record has all. */
    static final int CARRIED = 20;
    private static final String DEFAULT = org.diamondhpc.schemas.spec.PlacementPolicy.DEFAULT;

    private final Question question;
    private final Landscape landscape;
    private final Demand demand;
    private final List<Ruling> barred = new ArrayList<>();
    private final List<Prospect> prospects = new ArrayList<>();

    private Placing(Question question, Landscape landscape) {
        this.question = question;
        this.landscape = landscape;
        this.demand = question.demand();
    }

    public static Decision decide(Question question, Landscape landscape) {
        String asked = question.order().spec().placement().policy();
        String name = asked.equals(DEFAULT) ? landscape.policy() : asked;
        Optional<PlacementPolicy> policy = PlacementPolicy.named(name);
        if (policy.isEmpty()) {
            return new Decision.Failed(Problem.of(Reason.INVALID_SPEC, List.of(new Problem.Violation("/placement/policy",
                    "there is no policy %s; there are %s".formatted(name, PlacementPolicy.ALL.keySet().stream().sorted()
                            .collect(Collectors.joining(", ")))))), List.of());
        }
        if (name.equals(PlacementPolicy.HEDGED) && first(question) && landscape.copies() < 2) {
            return new Decision.Failed(Problem.of(Reason.POLICY_DENIED, "no task is submitted to several sites at once here:"
                    + " the operator has not allowed it"), List.of());
        }
        return new Placing(question, landscape).decide(policy.get());
    }

    private Decision decide(PlacementPolicy policy) {
        Foresight foresight = new Foresight(demand, landscape);
        for (Seen site : landscape.sites()) {
            for (Ruling ruling : Verdicts.rule(demand, site.view())) {
                Ruling checked = ruling.feasible() ? foresight.look(site, ruling, prospects) : ruling;
                if (!checked.feasible()) {
                    barred.add(checked);
                }
            }
        }
        List<Option> ranked = policy.rank(prospects.stream().map(Prospect::option).toList(),
                new Circumstances(question.order().attemptId(), demand.spec().constraints().sites(), landscape.turn()));
        List<Candidate> candidates = candidates(ranked);
        return ranked.isEmpty() ? new Nowhere(question, barred, candidates).decide()
                : placed(policy, ranked, candidates);
    }

    private Placed placed(PlacementPolicy policy, List<Option> ranked, List<Candidate> candidates) {
        List<Option> taken = policy.take(ranked, copies());
        List<Candidate> carried = candidates.stream().limit(CARRIED).toList();
        List<Placed> all = taken.stream().map(o -> placed(policy, ranked, prospect(o), carried, candidates)).toList();
        Placed best = all.getFirst();
        return new Placed(best.placement(), best.claim(), best.simulatedWait(), candidates, all.subList(1, all.size()));
    }

    /** A task that came to nothing at several sites goes to one: a burden that did not help is not taken twice. */
    private static boolean first(Question question) {
        return question.order().attempt() == 1;
    }

    private int copies() {
        boolean whole = question.order().spec().array() == null;
        return first(question) && whole ? Math.min(landscape.copies(), question.order().spec().placement().atOnce()) : 1;
    }

    private Placed placed(PlacementPolicy policy, List<Option> ranked, Prospect chosen, List<Candidate> carried,
            List<Candidate> candidates) {
        Ruling ruling = chosen.ruling();
        Placement placement = new Placement(ruling.site(), chosen.family(), ruling.login().user(),
                ruling.partitionName(), ruling.billing().account(), ruling.billing().qos(),
                demand.spec().reservation(), ruling.avoided().stream().sorted().toList(),
                chosen.option().prediction(), policy.name(), why(policy, ranked, chosen), carried, question.now());
        return new Placed(placement, chosen.claim(), chosen.simulatedWait(), candidates, List.of());
    }

    private String why(PlacementPolicy policy, List<Option> ranked, Prospect chosen) {
        StringBuilder why = new StringBuilder("%s, chosen for %s: done in %s (%s)".formatted(place(chosen.option()),
                policy.grounds(), Words.of(chosen.option().prediction().completion()), chosen.why()));
        ranked.stream().filter(o -> o != chosen.option()).findFirst().ifPresent(next -> why.append("; %s %s in %s".formatted(
                next == ranked.getFirst() ? "first" : "next", place(next), Words.of(next.prediction().completion()))));
        if (!barred.isEmpty()) {
            why.append("; %d place%s cannot take it".formatted(barred.size(), barred.size() == 1 ? "" : "s"));
        }
        return why.toString();
    }

    private List<Candidate> candidates(List<Option> ranked) {
        List<Candidate> all = new ArrayList<>();
        for (Option option : ranked) {
            Prospect p = prospect(option);
            all.add(new Candidate(option.site(), option.partition(), p.verdict(), p.why(), option.prediction(),
                    p.mover()));
        }
        barred.stream().sorted(Comparator.comparing(Ruling::verdict).thenComparing(r -> r.site().value()))
                .forEach(r -> all.add(new Candidate(r.site(), r.partitionName(), r.verdict(), r.why(), null, null)));
        return all;
    }

    private Prospect prospect(Option option) {
        return prospects.stream().filter(p -> p.option() == option).findFirst().orElseThrow();
    }

    private static String place(Option option) {
        return option.partition() == null ? option.site().value() : option.site() + ":" + option.partition();
    }

    /** A place that can run the task, with what is foreseen for it. */
    record Prospect(Ruling ruling, Option option, String family, Verdict verdict, String why, String mover,
            Decision.Claim claim, long simulatedWait) {
    }
}
