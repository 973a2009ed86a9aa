package org.diamondhpc.discovery.domain.placing;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.diamondhpc.discovery.domain.verdict.Demand;
import org.diamondhpc.discovery.domain.verdict.SiteView;
import org.diamondhpc.discovery.domain.verdict.Verdicts;
import org.diamondhpc.discovery.domain.wait.WaitPredictor;
import org.diamondhpc.schemas.site.QueuedJob;
import org.diamondhpc.schemas.site.SiteSnapshot;

/**
 * When the turn of a job comes that waits in a queue: it is foreseen as a new job would be behind those alone that go
 * before it.
 *
 * @param start from now; null: it cannot be foreseen
 */
public record Turn(Duration start) {
    /** Empty where the queue does not show the job waiting. */
    public static Optional<Turn> of(SiteView site, String partition, String job, Demand demand, WaitPredictor predictor) {
        SiteSnapshot snapshot = site.snapshot();
        Optional<QueuedJob> own = snapshot.queue().stream().filter(j -> j.id().equals(job) && !j.running()).findFirst();
        if (own.isEmpty()) {
            return Optional.empty();
        }
        if (!snapshot.takesWork()) {
            return Optional.of(new Turn(null));
        }
        SiteView ahead = new SiteView(before(snapshot, own.get()), site.projects(), site.given());
        return Optional.of(new Turn(ahead.partitions().stream().filter(p -> p.name() != null && p.name().equals(partition))
                .findFirst().map(p -> predictor.forecast(ahead.snapshot())
                        .start(Verdicts.ask(demand, ahead, p), demand.now()).seconds())
                .map(Duration::ofSeconds).orElse(null)));
    }

    private static SiteSnapshot before(SiteSnapshot s, QueuedJob own) {
        List<QueuedJob> queue = s.queue().stream().filter(j -> j.running() || goesBefore(j, own)).toList();
        return s.withQueue(queue, s.queueTruncated());
    }

    private static boolean goesBefore(QueuedJob job, QueuedJob own) {
        if (job.id().equals(own.id())) {
            return false;
        }
        return job.priority() != own.priority() ? job.priority() > own.priority()
                : since(job).isBefore(since(own));
    }

    private static Instant since(QueuedJob job) {
        return job.submittedAt() == null ? Instant.MAX : job.submittedAt();
    }
}
