package org.diamondhpc.schemas.site;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.diamondhpc.schemas.Absent;

/**
 * One job in the queue, anybody's, with no more of it than placement needs.
 *
 * @param running false: it waits
 * @param nodes nodes it has or asks for
 * @param cores cores altogether
 * @param gpus GPUs altogether
 * @param memoryMb memory of each node, MiB; 0 where not known
 * @param limit its time limit; absent: none
 * @param elapsed how long it has run
 * @param priority the scheduler's number, higher goes first
 * @param reason why it waits, the scheduler's word; one of {@code JobHeldUser}, {@code JobHeldAdmin} and
 *     {@code Dependency} where that is the cause, whatever the scheduler calls it
 * @param eligibleAt when it may start at the earliest; absent: now
 * @param nodeNames where it runs
 * @param own whether it belongs to an account of Diamond's
 * @param owner a word that is the same for all jobs of one person at one site, and tells nothing else; absent: not known
 */
public record QueuedJob(String id, String partition, boolean running, int nodes, int cores, int gpus, long memoryMb,
        Duration limit, Duration elapsed, long priority, Instant submittedAt, Instant eligibleAt, String reason,
        List<String> nodeNames, boolean own, String owner) {
    public QueuedJob {
        nodeNames = Absent.list(nodeNames);
    }

    public QueuedJob ownedBy(String word) {
        return new QueuedJob(id, partition, running, nodes, cores, gpus, memoryMb, limit, elapsed, priority, submittedAt,
                eligibleAt, reason, nodeNames, own, word);
    }

    /** One whose owner is not known. */
    public QueuedJob(String id, String partition, boolean running, int nodes, int cores, int gpus, long memoryMb,
            Duration limit, Duration elapsed, long priority, Instant submittedAt, Instant eligibleAt, String reason,
            List<String> nodeNames, boolean own) {
        this(id, partition, running, nodes, cores, gpus, memoryMb, limit, elapsed, priority, submittedAt, eligibleAt,
                reason, nodeNames, own, null);
    }
}
