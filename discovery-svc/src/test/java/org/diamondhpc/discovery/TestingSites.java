package org.diamondhpc.discovery;

import jakarta.annotation.Priority;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Alternative;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.diamondhpc.discovery.board.KnownSite;
import org.diamondhpc.discovery.board.SiteDirectory;
import org.diamondhpc.discovery.work.SiteLook;
import org.diamondhpc.schemas.id.SiteId;
import org.diamondhpc.schemas.reason.Problem.Violation;
import org.diamondhpc.schemas.reason.Reason;
import org.diamondhpc.schemas.site.AccountLimits;
import org.diamondhpc.schemas.site.SiteSnapshot;
import org.diamondhpc.site.session.SiteException;

/** Sites that are what a test says they are. */
@Alternative
@Priority(1)
@ApplicationScoped
public class TestingSites implements SiteDirectory, SiteLook {
    private final Map<SiteId, KnownSite> known = new ConcurrentHashMap<>();
    private final Map<SiteId, Function<Instant, SiteSnapshot>> looks = new ConcurrentHashMap<>();
    private final Map<SiteId, Integer> count = new ConcurrentHashMap<>();
    private volatile List<Violation> errors = List.of();

    /** The site answers with this. */
    void put(SiteSnapshot snapshot) {
        look(snapshot.site(), at -> new SiteSnapshot(snapshot.site(), snapshot.description(), snapshot.family(),
                snapshot.version(), at, snapshot.health(), snapshot.partitions(), snapshot.nodes(), snapshot.queue(),
                false, snapshot.accounts(), List.of(), snapshot.software(), snapshot.labels(), snapshot.maxArraySize()));
    }

    /** The site is away. */
    void down(String site) {
        look(new SiteId(site), at -> {
            throw SiteException.of(Reason.SITE_UNREACHABLE, "connection refused");
        });
    }

    void look(SiteId site, Function<Instant, SiteSnapshot> answer) {
        looks.put(site, answer);
        known.computeIfAbsent(site, id -> new KnownSite(id, "a testing site", "slurm", List.of(new AccountLimits(
                List.of("*"), "user", null, 0, 0)), Map.of(), Map.of("python", "3.11"), Map.of(), null,
                Set.of(), Duration.ofMillis(200), Duration.ofSeconds(5)));
    }

    void remove(String site) {
        known.remove(new SiteId(site));
    }

    void removeAll() {
        known.clear();
    }

    void errors(Violation... some) {
        errors = List.of(some);
    }

    int looks(String site) {
        return count.getOrDefault(new SiteId(site), 0);
    }

    @Override
    public List<KnownSite> all() {
        return List.copyOf(known.values());
    }

    @Override
    public List<Violation> errors() {
        return errors;
    }

    @Override
    public SiteSnapshot look(SiteId site, Instant now) {
        count.merge(site, 1, Integer::sum);
        return looks.get(site).apply(now);
    }
}
