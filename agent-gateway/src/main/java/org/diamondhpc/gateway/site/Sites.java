package org.diamondhpc.gateway.site;

import io.quarkus.hibernate.orm.panache.PanacheRepositoryBase;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Event;
import jakarta.persistence.LockModeType;
import jakarta.transaction.Transactional;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.diamondhpc.gateway.policy.Caller;
import org.diamondhpc.gateway.signal.Signals;
import org.diamondhpc.gateway.site.domain.SiteSummary;
import org.diamondhpc.gateway.site.domain.Visibility;
import org.diamondhpc.messaging.ReceivedEvent;
import org.diamondhpc.schemas.id.SiteId;
import org.diamondhpc.schemas.id.TenantId;
import org.diamondhpc.schemas.reason.DiamondException;
import org.diamondhpc.schemas.reason.Reason;
import org.diamondhpc.schemas.site.SiteHealth;
import org.diamondhpc.schemas.site.SiteSnapshot;

/** The sites as they were last seen. */
@ApplicationScoped
@Transactional
public class Sites {
    /** Every change of any site is signalled under this key. */
    public static final String SIGNAL = "sites";

    private final Rows rows;
    private final Signals signals;
    private final Event<SitesChanged> changed;
    private final Event<SiteSeen> seen;
    private final Clock clock;

    Sites(Rows rows, Signals signals, Event<SitesChanged> changed, Event<SiteSeen> seen, Clock clock) {
        this.rows = rows;
        this.signals = signals;
        this.changed = changed;
        this.seen = seen;
        this.clock = clock;
    }

    @ApplicationScoped
    static class Rows implements PanacheRepositoryBase<SiteRow, String> {
    }

    public List<SiteSummary> list(Caller caller) {
        return rows.list("order by id").stream().map(SiteRow::snapshot)
                .map(s -> Visibility.of(s, caller.tenant())).flatMap(Optional::stream)
                .map(s -> SiteSummary.of(s, clock.instant())).toList();
    }

    public SiteSummary get(Caller caller, SiteId site) {
        return SiteSummary.detailed(full(caller, site), clock.instant());
    }

    /**
     * @throws DiamondException {@code SITE_UNKNOWN}, also where the tenant has no login there;
     *     {@code INTERNAL_UNAVAILABLE} while sites are being seen for the first time, so that it is not known yet
     */
    public SiteSnapshot full(Caller caller, SiteId site) {
        return find(caller.tenant(), site).orElseThrow(() -> missing(site));
    }

    /**
     * @throws DiamondException {@code SITE_UNKNOWN}, also where the tenant has no login there;
     *     {@code INTERNAL_UNAVAILABLE} while sites are being seen for the first time, so that it is not known yet
     */
    public void requireVisible(TenantId tenant, SiteId site) {
        find(tenant, site).orElseThrow(() -> missing(site));
    }

    /**
     * Whose files a Globus collection shows, among the sites the tenant may use.
     *
     * @throws DiamondException {@code INVALID_NOT_FOUND}
     */
    public SiteId ofCollection(TenantId tenant, String collection) {
        return rows.list("order by id").stream().map(SiteRow::snapshot).map(s -> Visibility.of(s, tenant))
                .flatMap(Optional::stream).filter(s -> s.collections().contains(collection)).map(SiteSnapshot::site)
                .findFirst().orElseThrow(() -> DiamondException.of(Reason.INVALID_NOT_FOUND,
                        "no site you may use names a collection " + collection));
    }

    /**
     * The tenant's sites among {@code ids} as last seen; they are not seen anew until the end of the transaction. Of
     * each site the tenant sees what {@link #full} shows.
     */
    public Map<SiteId, SiteSnapshot> hold(TenantId tenant, Set<SiteId> ids) {
        Map<SiteId, SiteSnapshot> found = new HashMap<>();
        if (!ids.isEmpty()) {
            rows.find("id in ?1 order by id", ids.stream().map(SiteId::value).toList())
                    .withLock(LockModeType.PESSIMISTIC_READ).list().stream().map(SiteRow::snapshot)
                    .map(s -> Visibility.of(s, tenant)).flatMap(Optional::stream)
                    .forEach(s -> found.put(s.site(), s));
        }
        return found;
    }

    /** The latest snapshot of a site; a tombstone removes it. */
    public void on(ReceivedEvent event) {
        SiteRow row = rows.findById(event.key(), LockModeType.PESSIMISTIC_WRITE);
        SiteSnapshot before = row == null ? null : row.snapshot();
        SiteSnapshot now = event.tombstone() ? null : event.body(SiteSnapshot.class);
        if (now == null) {
            rows.deleteById(event.key());
        } else {
            keep(row, now, event);
        }
        signals.fireAfterCommit(SIGNAL);
        changed.fire(new SitesChanged());
        seen.fire(new SiteSeen(new SiteId(event.key()), before, now));
    }

    private void keep(SiteRow known, SiteSnapshot snapshot, ReceivedEvent event) {
        SiteRow row = known == null ? new SiteRow() : known;
        row.id = snapshot.site().value();
        row.snapshot = new String(event.data(), StandardCharsets.UTF_8);
        row.changedAt = event.time();
        if (known == null) {
            rows.persistAndFlush(row);
        }
    }

    private Optional<SiteSnapshot> find(TenantId tenant, SiteId site) {
        return rows.findByIdOptional(site.value()).map(SiteRow::snapshot).flatMap(s -> Visibility.of(s, tenant));
    }

    private DiamondException missing(SiteId site) {
        return rows.findByIdOptional(site.value()).isPresent() || allAreSeen()
                ? DiamondException.of(Reason.SITE_UNKNOWN, "there is no site " + site + " for this tenant")
                : DiamondException.of(Reason.INTERNAL_UNAVAILABLE, "whether there is a site " + site
                        + " is not known yet: the sites are being seen for the first time");
    }

    /** Each site is announced before its first look, and is no longer UNKNOWN after it, however the look ended. */
    private boolean allAreSeen() {
        List<SiteRow> all = rows.listAll();
        return !all.isEmpty() && all.stream().map(row -> row.snapshot().health())
                .noneMatch(health -> health == null || health.state() == SiteHealth.State.UNKNOWN);
    }
}
