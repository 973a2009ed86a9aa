package org.diamondhpc.discovery.domain.verdict;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.diamondhpc.schemas.Absent;
import org.diamondhpc.schemas.id.SiteId;
import org.diamondhpc.schemas.id.TenantId;
import org.diamondhpc.schemas.site.AccountLimits;
import org.diamondhpc.schemas.site.PartitionState;
import org.diamondhpc.schemas.site.SiteSnapshot;

/**
 * A site as placement sees it.
 *
 * @param projects the project a login charges where a task names none, from the profile
 * @param given jobs of each login that were placed since the look, so that it cannot show them yet
 */
public record SiteView(SiteSnapshot snapshot, Map<String, String> projects, Map<String, Integer> given) {
    /** Where there are no queues the site itself is the one place. */
    private static final PartitionState WHOLE = new PartitionState(null, true, true, "up", null, null, 1, null, null,
            null, 0L, null, null, null, 0, false, false);

    public SiteView {
        projects = Absent.map(projects);
        given = Absent.map(given);
    }

    public SiteId id() {
        return snapshot.site();
    }

    /** The login a tenant uses: one of its own before the one for everybody. */
    public Optional<AccountLimits> account(TenantId tenant) {
        return snapshot.accounts().stream().filter(a -> a.serves(tenant))
                .min(Comparator.comparing(a -> !a.tenants().contains(tenant.value())));
    }

    /** All partitions; one without a name where a site shows nodes and no queues. */
    public List<PartitionState> partitions() {
        return snapshot.partitions().isEmpty() && !snapshot.nodes().isEmpty()
                ? List.of(WHOLE) : snapshot.partitions();
    }
}
