package org.diamondhpc.discovery.domain.placing;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.diamondhpc.discovery.domain.verdict.Obstacle;
import org.diamondhpc.discovery.domain.verdict.Ruling;
import org.diamondhpc.discovery.domain.verdict.Setback;
import org.diamondhpc.schemas.reason.Problem;
import org.diamondhpc.schemas.reason.Reason;
import org.diamondhpc.schemas.task.Candidate;

/** What to do with a task that no place can take: wait where waiting is all it takes, else give up. */
final class Nowhere {
    private static final Duration FIRST_RETRY = Duration.ofSeconds(5);
    private static final Duration LAST_RETRY = Duration.ofMinutes(1);
    private static final int TOLD = 6;

    private final Question question;
    private final List<Ruling> barred;
    private final List<Candidate> candidates;

    Nowhere(Question question, List<Ruling> barred, List<Candidate> candidates) {
        this.question = question;
        this.barred = barred;
        this.candidates = candidates;
    }

    Decision decide() {
        List<Ruling> passing = barred.stream().filter(Ruling::passing).toList();
        if (passing.isEmpty()) {
            return new Decision.Failed(question.refusal() == null ? infeasible() : alsoInfeasible(question.refusal()),
                    candidates);
        }
        Set<Reason> reasons = passing.stream().flatMap(r -> r.obstacles().stream()).map(Obstacle::reason)
                .collect(Collectors.toCollection(TreeSet::new));
        Reason reason = reasons.size() == 1 ? reasons.iterator().next() : Reason.PLACEMENT_NO_SITE_AVAILABLE;
        return new Decision.Deferred(Problem.of(reason, told(passing)), cause(passing), retryAt(), candidates);
    }

    private Problem infeasible() {
        return Problem.of(Reason.PLACEMENT_INFEASIBLE, barred.isEmpty() ? "there are no sites" : told(barred));
    }

    private Problem alsoInfeasible(Problem refusal) {
        return new Problem(refusal.reason(), refusal.detail() + " (no other place can take it: " + told(barred) + ")",
                refusal.whatToDo(), refusal.violations());
    }

    private String told(List<Ruling> rulings) {
        // a site's own trouble is told once, not for each of its partitions
        List<String> lines = rulings.stream().map(r -> (r.partitionName() == null
                || r.passing() && r.obstacles().size() == 1 && rulings.stream().filter(o -> o.site().equals(r.site()))
                        .allMatch(o -> o.why().equals(r.why()))
                ? r.site().value() : r.site() + ":" + r.partitionName()) + " " + r.why()).distinct().toList();
        String more = lines.size() > TOLD ? "; and %d more".formatted(lines.size() - TOLD) : "";
        return lines.stream().limit(TOLD).collect(Collectors.joining("; ")) + more;
    }

    private static String cause(List<Ruling> passing) {
        return passing.stream().flatMap(r -> r.obstacles().stream().map(o -> r.site() + "=" + o.reason()))
                .sorted().distinct().collect(Collectors.joining(","));
    }

    private Instant retryAt() {
        Duration pause = FIRST_RETRY.multipliedBy(1L << Math.min(10, question.deferrals()));
        Instant later = question.now().plus(pause.compareTo(LAST_RETRY) > 0 ? LAST_RETRY : pause);
        return question.setbacks().stream().map(Setback::until).filter(u -> u.isAfter(question.now()))
                .min(Instant::compareTo).filter(u -> u.isBefore(later)).orElse(later);
    }
}
