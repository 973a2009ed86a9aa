package org.diamondhpc.discovery.domain.probe;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import org.diamondhpc.schemas.site.AccountLimits;
import org.diamondhpc.schemas.site.NodeGroup;
import org.diamondhpc.schemas.site.PartitionState;
import org.diamondhpc.schemas.site.QueuedJob;
import org.diamondhpc.schemas.site.SiteHealth;
import org.diamondhpc.schemas.site.SiteSnapshot;

/** What differs between two looks. */
public final class SnapshotNews {
    /** Even without news, so that readers see the age. */
    private static final Duration AT_LEAST = Duration.ofSeconds(30);
    /** News of the queue alone is not told more often. */
    private static final Duration AT_MOST = Duration.ofSeconds(2);
    /** More of a queue is not published: an event must stay well below the broker's 1 MB. */
    private static final int CARRIED = 1500;

    private SnapshotNews() {
    }

    /** Whether the site moved: jobs came, went or changed, nodes too. The clock alone does not count. */
    public static boolean moved(SiteSnapshot before, SiteSnapshot after) {
        return before == null || !timeless(before).equals(timeless(after));
    }

    /**
     * @param published what was published last, at {@code publishedAt}; null: nothing yet
     */
    public static boolean worthPublishing(SiteSnapshot published, Instant publishedAt, SiteSnapshot now, Instant at) {
        if (published == null || publishedAt == null || healthChanged(published, now)) {
            return true;
        }
        Duration age = Duration.between(publishedAt, at);
        return age.compareTo(AT_LEAST) >= 0 || age.compareTo(AT_MOST) >= 0 && moved(published, now);
    }

    /** Whether tasks that found no place may find one now: health, partitions, nodes that are up, own limits. */
    public static boolean opensPlaces(SiteSnapshot before, SiteSnapshot after) {
        return before == null || healthChanged(before, after) || !open(before).equals(open(after))
                || up(before) < up(after) || jobs(after) < jobs(before);
    }

    /** The snapshot as it goes on the topic. */
    public static SiteSnapshot carried(SiteSnapshot s) {
        return s.queue().size() <= CARRIED ? s : s.withQueue(s.queue().subList(0, CARRIED), true);
    }

    private static boolean healthChanged(SiteSnapshot a, SiteSnapshot b) {
        SiteHealth x = a.health();
        SiteHealth y = b.health();
        return x.state() != y.state() || a.takesWork() != b.takesWork() || !Objects.equals(x.problem() == null ? null : x.problem().reason(),
                y.problem() == null ? null : y.problem().reason());
    }

    private static List<String> open(SiteSnapshot s) {
        return s.partitions().stream().filter(PartitionState::open).map(PartitionState::name)
                .map(String::valueOf).sorted().toList();
    }

    /** Own jobs: where fewer are left, a limit on them may have room again. */
    private static int jobs(SiteSnapshot s) {
        return s.accounts().stream().mapToInt(a -> a.running() + a.pending()).sum();
    }

    private static int up(SiteSnapshot s) {
        return s.nodes().stream().filter(NodeGroup::available).mapToInt(NodeGroup::count).sum();
    }

    private static SiteSnapshot timeless(SiteSnapshot s) {
        List<QueuedJob> queue = s.queue().stream().map(j -> new QueuedJob(j.id(), j.partition(), j.running(),
                j.nodes(), j.cores(), j.gpus(), j.memoryMb(), j.limit(), null, 0, j.submittedAt(), null, j.reason(),
                j.nodeNames(), j.own(), j.owner())).collect(Collectors.toList());
        return new SiteSnapshot(s.site(), s.description(), s.family(), s.version(), null, null, s.partitions(),
                s.nodes(), queue, s.queueTruncated(), s.accounts().stream().map(SnapshotNews::timeless).toList(),
                s.reservations(), s.software(), s.labels(), s.maxArraySize(), s.collections(), s.windows(), null);
    }

    private static AccountLimits timeless(AccountLimits a) {
        return new AccountLimits(a.tenants(), a.user(), a.associations().stream().map(x -> x.with(null)).toList(),
                a.running(), a.pending());
    }
}
