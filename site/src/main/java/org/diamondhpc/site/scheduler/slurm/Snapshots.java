package org.diamondhpc.site.scheduler.slurm;

import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.diamondhpc.schemas.reason.Problem;
import org.diamondhpc.schemas.reason.Reason;
import org.diamondhpc.schemas.site.AccountLimits;
import org.diamondhpc.schemas.site.AccountLimits.Association;
import org.diamondhpc.schemas.site.SiteHealth;
import org.diamondhpc.schemas.site.SiteSnapshot;
import org.diamondhpc.site.profile.Account;
import org.diamondhpc.site.profile.SiteProfile;
import org.diamondhpc.site.profile.SiteProfile.Software;
import org.diamondhpc.site.scheduler.text.Sections;
import org.diamondhpc.site.scheduler.text.Sections.Section;

/** Makes a snapshot of the parts of a look. Pure. */
final class Snapshots {
    private final SiteProfile profile;
    private final Shares shares;
    private final Instant now;
    private final List<String> trouble = new ArrayList<>();

    /** @param shares what earlier looks know of used shares */
    Snapshots(SiteProfile profile, Shares shares, Instant now) {
        this.profile = profile;
        this.shares = shares;
        this.now = now;
    }

    SiteSnapshot of(Sections parts) {
        Section partitions = parts.get("partitions");
        if (!partitions.ok()) {
            return unavailable("the controller does not answer: " + partitions.said());
        }
        Config config = Config.parse(need(parts, "config"));
        Queue queue;
        try {
            queue = Queue.parse(need(parts, "queue"), users());
        } catch (IllegalArgumentException e) {
            return unavailable(e.getMessage());
        }
        if (!parts.get("queue").ok() || !parts.get("nodes").ok()) {
            return unavailable("only a part of the controller's answers came: " + String.join("; ", trouble));
        }
        String version = parts.get("version").text().strip().replaceFirst("^\\S+ ", "");
        List<AccountLimits> accounts = accounts(parts, config, queue);
        return new SiteSnapshot(profile.id(), profile.description(), "slurm", version, now, health(),
                Partitions.parse(partitions.text(), config), Nodes.parse(parts.get("nodes").text()), queue.jobs(),
                queue.truncated(), accounts, Windows.words(need(parts, "reservations")), software(), profile.labels(),
                config.maxArraySize(), null, Windows.parse(parts.get("reservations").text()), null);
    }

    private SiteHealth health() {
        return trouble.isEmpty() ? new SiteHealth(SiteHealth.State.UP, now, null)
                : new SiteHealth(SiteHealth.State.DEGRADED, now,
                        Problem.of(Reason.SCHEDULER_UNAVAILABLE, String.join("; ", trouble)));
    }

    private SiteSnapshot unavailable(String why) {
        SiteHealth health = new SiteHealth(SiteHealth.State.DEGRADED, now,
                Problem.of(Reason.SCHEDULER_UNAVAILABLE, why));
        return new SiteSnapshot(profile.id(), profile.description(), "slurm", null, null, health, null, null, null,
                false, null, null, software(), profile.labels(), null);
    }

    private String need(Sections parts, String name) {
        Section part = parts.get(name);
        if (!part.ok()) {
            trouble.add(name + ": " + part.said());
        }
        return part.ok() ? part.text() : "";
    }

    private List<AccountLimits> accounts(Sections parts, Config config, Queue queue) {
        Map<String, List<Association>> by = Map.of();
        boolean off = !config.accounting() || SlurmMessages.accountingOff(parts.get("associations").text());
        if (!off) {
            by = Associations.parse(need(parts, "associations"), parts.get("users").text(), parts.get("qos").text(),
                    parts.get("budgets").ok() ? parts.get("budgets").text() : "", config.cluster());
        }
        Shares used = parts.get("shares").ok() ? Shares.parse(parts.get("shares").text(), now) : shares;
        List<AccountLimits> all = new ArrayList<>();
        for (String user : users()) {
            List<String> tenants = profile.accounts().stream().filter(a -> a.user().equals(user)).map(Account::tenant)
                    .toList();
            all.add(new AccountLimits(tenants, user, used.with(user, by.getOrDefault(user, List.of())),
                    queue.running().getOrDefault(user, 0), queue.pending().getOrDefault(user, 0)));
        }
        return all;
    }

    private Set<String> users() {
        return profile.accounts().stream().map(Account::user).collect(Collectors.toCollection(LinkedHashSet::new));
    }

    private Map<String, String> software() {
        Map<String, String> all = new LinkedHashMap<>();
        for (Software s : profile.software()) {
            all.put(s.name(), s.version().orElse(""));
        }
        return all;
    }
}
