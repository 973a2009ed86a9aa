package org.diamondhpc.schemas.site;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.diamondhpc.schemas.Absent;
import org.diamondhpc.schemas.id.SiteId;

/**
 * What was just seen of a site, on the compacted {@code diamond.site.snapshots.v1}.
 *
 * @param description from the profile, for people
 * @param family the scheduler's family
 * @param version the scheduler's version
 * @param seenAt when the last healthy look was; absent: never
 * @param health how the site was at the last look, healthy or not
 * @param queue every visible job, running and waiting
 * @param queueTruncated whether the queue was too long to carry whole
 * @param reservations names of reservations in force or ahead, in words
 * @param software from the profile and the site's own list, {@code name} to {@code version}
 * @param labels from the profile, for example {@code architecture}
 * @param maxArraySize most elements of an array; absent: not known
 * @param collections ids of the Globus collections that show its files, from the profile
 * @param windows reservations and maintenance, in force or ahead
 * @param facts what changes rarely; absent: never asked for
 */
public record SiteSnapshot(SiteId site, String description, String family, String version, Instant seenAt,
        SiteHealth health, List<PartitionState> partitions, List<NodeGroup> nodes, List<QueuedJob> queue,
        boolean queueTruncated, List<AccountLimits> accounts, List<String> reservations,
        Map<String, String> software, Map<String, String> labels, Integer maxArraySize, List<String> collections,
        List<Window> windows, SiteFacts facts) {
    public SiteSnapshot {
        partitions = Absent.list(partitions);
        nodes = Absent.list(nodes);
        queue = Absent.list(queue);
        accounts = Absent.list(accounts);
        reservations = Absent.list(reservations);
        software = Absent.map(software);
        labels = Absent.map(labels);
        collections = Absent.list(collections);
        windows = Absent.list(windows);
    }

    /** Without windows of time, and without what is asked rarely. */
    public SiteSnapshot(SiteId site, String description, String family, String version, Instant seenAt,
            SiteHealth health, List<PartitionState> partitions, List<NodeGroup> nodes, List<QueuedJob> queue,
            boolean queueTruncated, List<AccountLimits> accounts, List<String> reservations,
            Map<String, String> software, Map<String, String> labels, Integer maxArraySize, List<String> collections) {
        this(site, description, family, version, seenAt, health, partitions, nodes, queue, queueTruncated, accounts,
                reservations, software, labels, maxArraySize, collections, null, null);
    }

    /** The same of a site without collections, or one whose profile has yet to say. */
    public SiteSnapshot(SiteId site, String description, String family, String version, Instant seenAt,
            SiteHealth health, List<PartitionState> partitions, List<NodeGroup> nodes, List<QueuedJob> queue,
            boolean queueTruncated, List<AccountLimits> accounts, List<String> reservations,
            Map<String, String> software, Map<String, String> labels, Integer maxArraySize) {
        this(site, description, family, version, seenAt, health, partitions, nodes, queue, queueTruncated, accounts,
                reservations, software, labels, maxArraySize, null);
    }

    /**
     * Whether work can be given to the site: it is up, or only a side of it is not, accounting for example, and the
     * last look showed its queue and nodes all the same. A site whose controller is silent takes none.
     */
    public boolean takesWork() {
        return health != null && (health.usable() || impaired());
    }

    /** Degraded, and seen since it is. */
    public boolean impaired() {
        return health != null && health.state() == SiteHealth.State.DEGRADED && seenAt != null
                && health.since() != null && !seenAt.isBefore(health.since());
    }

    public SiteSnapshot withHealth(SiteHealth now) {
        return new SiteSnapshot(site, description, family, version, seenAt, now, partitions, nodes, queue,
                queueTruncated, accounts, reservations, software, labels, maxArraySize, collections, windows, facts);
    }

    public SiteSnapshot withQueue(List<QueuedJob> jobs, boolean truncated) {
        return new SiteSnapshot(site, description, family, version, seenAt, health, partitions, nodes, jobs, truncated,
                accounts, reservations, software, labels, maxArraySize, collections, windows, facts);
    }

    public SiteSnapshot withAccounts(List<AccountLimits> logins) {
        return new SiteSnapshot(site, description, family, version, seenAt, health, partitions, nodes, queue,
                queueTruncated, logins, reservations, software, labels, maxArraySize, collections, windows, facts);
    }

    public SiteSnapshot withWindows(List<Window> times) {
        return new SiteSnapshot(site, description, family, version, seenAt, health, partitions, nodes, queue,
                queueTruncated, accounts, reservations, software, labels, maxArraySize, collections, times, facts);
    }

    public SiteSnapshot withFacts(SiteFacts known) {
        return new SiteSnapshot(site, description, family, version, seenAt, health, partitions, nodes, queue,
                queueTruncated, accounts, reservations, software, labels, maxArraySize, collections, windows, known);
    }
}
