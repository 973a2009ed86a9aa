package org.diamondhpc.gateway.task.domain;

import java.util.List;
import java.util.Set;
import org.diamondhpc.schemas.reason.Problem;
import org.diamondhpc.schemas.reason.Reason;
import org.diamondhpc.schemas.task.Exclusion;
import org.diamondhpc.schemas.task.JobEnd;
import org.diamondhpc.schemas.task.JobOutcome;
import org.diamondhpc.schemas.task.Placement;

/**
 * Whether a job that ended badly is tried again. What the site did to it (a node, a preemption, a failed launch) is
 * tried once more than the limit; what somebody wanted, or what may have run unseen, never.
 */
final class RetryRule {
    private static final Set<JobEnd> OF_THE_SITE = Set.of(JobEnd.NODE_FAIL, JobEnd.PREEMPTED, JobEnd.LAUNCH_FAILED);
    private static final Set<JobEnd> FINAL =
            Set.of(JobEnd.CANCELLED, JobEnd.DEADLINE, JobEnd.DEPENDENCY_FAILED, JobEnd.LOST);

    private RetryRule() {
    }

    static boolean again(JobEnd end, int retries, int limit) {
        if (FINAL.contains(end)) {
            return false;
        }
        return retries < (OF_THE_SITE.contains(end) ? limit + 1 : limit);
    }

    /** The node that failed, where it is known for certain; else null. */
    static Exclusion exclusion(Placement placement, JobOutcome outcome) {
        if (outcome.end() != JobEnd.NODE_FAIL && outcome.end() != JobEnd.LAUNCH_FAILED) {
            return null;
        }
        List<String> nodes = outcome.nodes().size() == 1 ? outcome.nodes() : named(outcome);
        return nodes.isEmpty() ? null
                : new Exclusion(placement.site(), placement.partition(), nodes, outcome.end() + " there");
    }

    private static List<String> named(JobOutcome outcome) {
        String detail = outcome.detail() == null ? "" : outcome.detail();
        Set<String> words = Set.of(detail.split("[^A-Za-z0-9_.-]+"));
        return outcome.nodes().stream().filter(words::contains).toList();
    }

    /** Why the task did not succeed, with the job's own words. */
    static Problem problem(JobOutcome outcome, List<String> missing, Problem collecting) {
        Reason reason = outcome.end().reason();
        if (reason == null) {
            return collecting != null ? collecting : Problem.of(Reason.TRANSFER_OUTPUT_MISSING,
                    "required outputs are missing: " + String.join(", ", missing));
        }
        StringBuilder text = new StringBuilder();
        part(text, outcome.detail());
        part(text, outcome.exitCode() == null ? null : "exit code " + outcome.exitCode());
        part(text, outcome.signal() == null ? null : "signal " + outcome.signal());
        outcome.elements().stream().filter(e -> !e.end().success())
                .forEach(e -> part(text, e.count() + " elements " + e.end() + " (" + e.indices() + ")"));
        if (text.isEmpty() || outcome.end() == JobEnd.LOST) {
            part(text, outcome.schedulerState());
            outcome.evidence().forEach(e -> part(text, e));
        }
        return Problem.of(reason, text.isEmpty() ? outcome.end().name() : text.toString());
    }

    private static void part(StringBuilder text, String part) {
        if (part != null && !part.isBlank()) {
            text.append(text.isEmpty() ? "" : "; ").append(part);
        }
    }
}
