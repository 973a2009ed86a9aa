package org.diamondhpc.gateway.task.domain;

import java.time.Instant;
import java.util.List;
import org.diamondhpc.schemas.Absent;
import org.diamondhpc.schemas.task.CollectedOutput;
import org.diamondhpc.schemas.task.JobOutcome;
import org.diamondhpc.schemas.task.JobRef;
import org.diamondhpc.schemas.task.JobUsage;
import org.diamondhpc.schemas.task.Placement;
import org.diamondhpc.schemas.task.Staging;

/**
 * What is known of one attempt; everything absent at its beginning.
 *
 * @param pending why the job waits in its queue
 * @param nodes where it runs
 * @param missing required outputs that were not there
 */
public record AttemptFacts(Placement placement, Staging staging, JobRef job, Pending pending, List<String> nodes,
        JobOutcome outcome, JobUsage usage, List<CollectedOutput> outputs, List<String> missing) {
    public AttemptFacts {
        nodes = Absent.list(nodes);
        outputs = Absent.list(outputs);
        missing = Absent.list(missing);
    }

    /** The scheduler's reason and what it means. */
    public record Pending(String reason, String explanation, Instant estimatedStart) {
    }

    static AttemptFacts none() {
        return new AttemptFacts(null, null, null, null, null, null, null, null, null);
    }

    static AttemptFacts at(Placement placement) {
        return new AttemptFacts(placement, null, null, null, null, null, null, null, null);
    }

    AttemptFacts staged(Staging as) {
        return new AttemptFacts(placement, as, job, pending, nodes, outcome, usage, outputs, missing);
    }

    AttemptFacts submitted(JobRef as) {
        return new AttemptFacts(placement, staging, as, pending, nodes, outcome, usage, outputs, missing);
    }

    AttemptFacts waiting(Pending because) {
        return new AttemptFacts(placement, staging, job, because, List.of(), outcome, usage, outputs, missing);
    }

    AttemptFacts running(JobRef as, List<String> on) {
        return new AttemptFacts(placement, staging, as, null, on, outcome, usage, outputs, missing);
    }

    AttemptFacts finished(JobRef as, JobOutcome how) {
        return new AttemptFacts(placement, staging, as, null, how.nodes().isEmpty() ? nodes : how.nodes(), how, usage,
                outputs, missing);
    }

    AttemptFacts collected(List<CollectedOutput> what, List<String> without) {
        return new AttemptFacts(placement, staging, job, pending, nodes, outcome, usage, what, without);
    }

    AttemptFacts accounted(JobUsage used) {
        return new AttemptFacts(placement, staging, job, pending, nodes, outcome, used, outputs, missing);
    }
}
