package org.diamondhpc.site.scheduler.family;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.diamondhpc.schemas.reason.Problem;
import org.diamondhpc.schemas.reason.Reason;
import org.diamondhpc.schemas.site.AccountLimits;
import org.diamondhpc.schemas.site.NodeGroup;
import org.diamondhpc.schemas.site.PartitionState;
import org.diamondhpc.schemas.site.QueuedJob;
import org.diamondhpc.schemas.site.SiteHealth;
import org.diamondhpc.schemas.site.SiteSnapshot;
import org.diamondhpc.site.profile.Account;
import org.diamondhpc.site.profile.SiteProfile;
import org.diamondhpc.site.scheduler.text.Sections;

/**
 * The parts of one look at a site.
 *
 * @param family as the snapshot names it
 * @param mark random, of this look alone
 */
public record Look(String family, Sections parts, String mark, SiteProfile profile, Instant now) {
    /** Logins whose jobs are Diamond's. */
    public Set<String> users() {
        return profile.accounts().stream().map(Account::user).collect(Collectors.toCollection(LinkedHashSet::new));
    }

    /** The scheduler did not answer: nothing but that is known. */
    public SiteSnapshot unavailable(String why) {
        SiteHealth health = new SiteHealth(SiteHealth.State.DEGRADED, now,
                Problem.of(Reason.SCHEDULER_UNAVAILABLE, why));
        return new SiteSnapshot(profile.id(), profile.description(), family, null, null, health, null, null, null,
                false, null, null, software(), profile.labels(), null);
    }

    /**
     * @param trouble what else did not answer; empty where all did
     * @param maxArraySize absent: not known
     */
    public SiteSnapshot snapshot(String version, List<PartitionState> partitions, List<NodeGroup> nodes,
            QueueView queue, List<String> trouble, List<String> reservations, Integer maxArraySize) {
        SiteHealth health = trouble.isEmpty() ? new SiteHealth(SiteHealth.State.UP, now, null)
                : new SiteHealth(SiteHealth.State.DEGRADED, now,
                        Problem.of(Reason.SCHEDULER_UNAVAILABLE, String.join("; ", trouble)));
        return new SiteSnapshot(profile.id(), profile.description(), family, version, now, health, partitions, nodes,
                queue.jobs(), queue.truncated(), accounts(queue), reservations, software(), profile.labels(),
                maxArraySize);
    }

    private List<AccountLimits> accounts(QueueView queue) {
        return users().stream().map(user -> new AccountLimits(profile.accounts().stream()
                .filter(a -> a.user().equals(user)).map(Account::tenant).toList(), user, List.of(),
                queue.running().getOrDefault(user, 0), queue.pending().getOrDefault(user, 0))).toList();
    }

    private Map<String, String> software() {
        Map<String, String> all = new LinkedHashMap<>();
        profile.software().forEach(s -> all.put(s.name(), s.version().orElse("")));
        return all;
    }

    /** Everybody's jobs, with how many of each login run and wait. */
    public record QueueView(List<QueuedJob> jobs, boolean truncated, Map<String, Integer> running,
            Map<String, Integer> pending) {
    }
}
