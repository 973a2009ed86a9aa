package org.diamondhpc.gateway.skill.handler;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Duration;
import java.util.List;
import org.diamondhpc.gateway.skill.Cut;
import org.diamondhpc.schemas.id.SiteId;
import org.diamondhpc.schemas.reason.Problem;
import org.diamondhpc.schemas.request.SiteReply;
import org.diamondhpc.schemas.task.Candidate;
import org.diamondhpc.schemas.task.Placement;
import org.diamondhpc.schemas.task.Prediction;
import org.diamondhpc.schemas.task.Verdict;

/** Where a task would go, in an answer. */
record PlanBrief(boolean feasible, SiteId site, String partition, String why, Long doneInSeconds,
        @JsonInclude(JsonInclude.Include.ALWAYS) List<Place> candidates, Integer candidatesOmitted,
        ProblemBrief problem) {
    private static final int MAX_CANDIDATES = 12;
    private static final int MAX_TEXT = 300;

    /** One place that was looked at. */
    record Place(SiteId site, String partition, Verdict verdict, String why, Long waitSeconds, Long stagingSeconds,
            Long runSeconds, Long doneInSeconds) {
        static Place of(Candidate c) {
            Prediction p = c.prediction();
            return new Place(c.site(), c.partition(), c.verdict(), c.why() == null ? "" : Cut.to(c.why(), MAX_TEXT),
                    p == null ? null : Words.seconds(p.waiting()), p == null ? null : Words.seconds(p.staging()),
                    p == null ? null : Words.seconds(p.running()), p == null ? null : Words.seconds(p.completion()));
        }
    }

    static PlanBrief of(SiteReply.Plan plan) {
        return of(plan.chosen(), plan.candidates(), plan.problem());
    }

    static PlanBrief of(Placement chosen, List<Candidate> candidates, Problem problem) {
        int omitted = Math.max(0, candidates.size() - MAX_CANDIDATES);
        return new PlanBrief(chosen != null, chosen == null ? null : chosen.site(),
                chosen == null ? null : chosen.partition(), chosen == null ? null : Cut.to(chosen.why(), MAX_TEXT),
                chosen == null || chosen.prediction() == null ? null
                        : Words.seconds(chosen.prediction().completion()),
                candidates.stream().limit(MAX_CANDIDATES).map(Place::of).toList(), omitted == 0 ? null : omitted,
                ProblemBrief.of(problem));
    }

    String told() {
        if (!feasible) {
            return problem == null ? "No place can be had now." : problem.reason() + ": " + problem.detail();
        }
        return "It would go to " + site + (partition == null ? "" : "/" + partition)
                + (doneInSeconds == null ? "" : " and be done in about " + Words.of(Duration.ofSeconds(doneInSeconds)))
                + (why == null ? "." : ": " + why + ".");
    }
}
