package org.diamondhpc.discovery.board;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.diamondhpc.schemas.Absent;
import org.diamondhpc.schemas.id.SiteId;
import org.diamondhpc.schemas.site.AccountLimits;
import org.diamondhpc.schemas.site.SiteHealth;
import org.diamondhpc.schemas.site.SiteSnapshot;

/**
 * What a site's profile says of it.
 *
 * @param logins who may use it, without any limits
 * @param projects what a login charges where a task names nothing
 * @param collections ids of the Globus collections that show its files
 * @param reaches sites that it can push files to by itself
 */
public record KnownSite(SiteId id, String description, String family, List<AccountLimits> logins,
        Map<String, String> projects, Map<String, String> software, Map<String, String> labels, List<String> collections, Set<SiteId> reaches,
        Duration pollMin, Duration pollMax) {
    public KnownSite {
        logins = Absent.list(logins);
        projects = Absent.map(projects);
        software = Absent.map(software);
        labels = Absent.map(labels);
        collections = Absent.list(collections);
        reaches = reaches == null ? Set.of() : Set.copyOf(reaches);
    }

    /** Whether a Globus collection shows its files. */
    boolean globus() {
        return !collections.isEmpty();
    }

    /** What can be said before the first look. */
    public SiteSnapshot unseen(SiteHealth health) {
        return new SiteSnapshot(id, description, family, null, null, health, List.of(), List.of(), List.of(), false,
                logins, List.of(), software, labels, null, collections);
    }

    /** What was seen, with what the profile says now: it may have changed since. */
    public SiteSnapshot dressed(SiteSnapshot seen) {
        Map<String, String> allSoftware = new LinkedHashMap<>(seen.software());
        allSoftware.putAll(software);
        Map<String, String> allLabels = new LinkedHashMap<>(seen.labels());
        allLabels.putAll(labels);
        return new SiteSnapshot(id, description, family, seen.version(), seen.seenAt(), seen.health(),
                seen.partitions(), seen.nodes(), seen.queue(), seen.queueTruncated(), accounts(seen.accounts()),
                seen.reservations(), allSoftware, allLabels, seen.maxArraySize(), collections, seen.windows(), seen.facts());
    }

    /** Whose login is whose is the profile's to say, what each may do the site's. */
    private List<AccountLimits> accounts(List<AccountLimits> seen) {
        List<AccountLimits> accounts = new ArrayList<>();
        for (AccountLimits login : logins) {
            AccountLimits limits = seen.stream().filter(s -> s.user().equals(login.user())).findFirst().orElse(login);
            accounts.add(new AccountLimits(login.tenants(), login.user(), limits.associations(), limits.running(),
                    limits.pending()));
        }
        return accounts;
    }
}
