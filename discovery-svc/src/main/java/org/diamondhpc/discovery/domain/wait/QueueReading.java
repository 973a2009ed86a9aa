package org.diamondhpc.discovery.domain.wait;

import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;
import org.diamondhpc.discovery.domain.wait.EasyBackfill.Waiting;
import org.diamondhpc.schemas.site.QueuedJob;
import org.diamondhpc.schemas.site.SiteSnapshot;

/** The waiting jobs in the order in which the scheduler looks at them. */
final class QueueReading {
    /** More of the queue than this is not played; its work is added up instead. */
    static final int MOST = 1000;
    /** Beginnings of a job's reason where it does not compete for nodes now, see {@link QueuedJob#reason()}. */
    private static final Set<String> ASIDE = Set.of("jobheld", "dependency", "assoc", "qos", "partitiondown",
            "partitioninactive", "partitionnodelimit", "partitiontimelimit", "badconstraints", "reqnodenotavail",
            "jobarraytasklimit", "accountnotallowed", "invalidaccount", "invalidqos", "joblaunchfailure", "held");

    private final SiteSnapshot snapshot;
    private final Limits limits;

    QueueReading(SiteSnapshot snapshot) {
        this.snapshot = snapshot;
        this.limits = new Limits(snapshot);
    }

    /** Those that go before a new job of a partition of this tier. */
    List<Waiting> ahead(int tier) {
        return ahead(tier, Long.MIN_VALUE);
    }

    /** Those that go before a new job of a partition of this tier and of this priority. */
    List<Waiting> ahead(int tier, long priority) {
        return competing(tier).filter(job -> limits.tier(job.partition()) > tier || job.priority() >= priority)
                .limit(MOST).map(this::waiting).toList();
    }

    /** Those whom a new job of this tier and priority passes, in the scheduler's order. */
    List<Waiting> behind(int tier, long priority) {
        return competing(tier).filter(job -> limits.tier(job.partition()) == tier && job.priority() < priority)
                .limit(MOST).map(this::waiting).toList();
    }

    /** Node-seconds of those ahead that are too many to be played. */
    long unplayed(int tier) {
        return competing(tier).skip(MOST).mapToLong(job -> job.nodes() * limits.seconds(job)).sum();
    }

    private Stream<QueuedJob> competing(int tier) {
        return snapshot.queue().stream()
                .filter(job -> !job.running() && limits.tier(job.partition()) >= tier && competes(job))
                .sorted(Comparator.comparingInt((QueuedJob job) -> -limits.tier(job.partition()))
                        .thenComparing(job -> -job.priority())
                        .thenComparing(QueuedJob::submittedAt, Comparator.nullsLast(Comparator.naturalOrder())));
    }

    private static boolean competes(QueuedJob job) {
        String reason = job.reason() == null ? "" : job.reason().toLowerCase(Locale.ROOT);
        return ASIDE.stream().noneMatch(reason::startsWith);
    }

    private Waiting waiting(QueuedJob job) {
        int nodes = Math.max(1, job.nodes());
        Slice each = new Slice(Math.max(1, (job.cores() + nodes - 1) / nodes), job.memoryMb(),
                (job.gpus() + nodes - 1) / nodes, limits.exclusive(job.partition()));
        return new Waiting(job.id(), Ask.of(job.partition(), nodes, each, limits.seconds(job)), eligible(job),
                job.own(), job);
    }

    private long eligible(QueuedJob job) {
        Instant at = job.eligibleAt();
        return at == null || snapshot.seenAt() == null ? 0
                : Math.max(0, Duration.between(snapshot.seenAt(), at).toSeconds());
    }
}
