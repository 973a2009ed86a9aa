package org.diamondhpc.discovery.work;

import jakarta.enterprise.context.ApplicationScoped;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import org.diamondhpc.discovery.board.KnownSite;
import org.diamondhpc.schemas.reason.DiamondException;
import org.diamondhpc.schemas.reason.Problem;
import org.diamondhpc.schemas.reason.Reason;
import org.diamondhpc.schemas.site.SiteHealth;
import org.diamondhpc.schemas.site.SiteSnapshot;
import org.diamondhpc.site.session.SiteException;
import org.jboss.logging.Logger;

/** Looks once, and makes of whatever happens a snapshot with its health. */
@ApplicationScoped
class Observer {
    private static final Logger LOG = Logger.getLogger(Observer.class);

    private final SiteLook look;
    private final Clock clock;

    Observer(SiteLook look, Clock clock) {
        this.look = look;
        this.clock = clock;
    }

    /** @param before the latest snapshot, healthy or not */
    Looking observe(KnownSite site, SiteSnapshot before) {
        Instant began = clock.instant();
        try {
            SiteSnapshot seen = look.look(site.id(), before, began);
            Duration took = Duration.between(began, clock.instant());
            boolean healthy = seen.seenAt() != null;
            SiteSnapshot kept = healthy ? seen.withFacts(before.facts()) : before.withHealth(seen.health());
            return new Looking(site.dressed(kept.withHealth(since(before, seen.health(), began, healthy))), healthy, took, null);
        } catch (DiamondException e) {
            Instant retryAt = e instanceof SiteException away ? away.retryAt().orElse(null) : null;
            return failed(site, before, e.problem(), began, retryAt);
        } catch (RuntimeException e) {
            LOG.errorf(e, "The look at a site went wrong in an unforeseen way, site=%s", site.id());
            return failed(site, before, Problem.of(Reason.INTERNAL_ERROR, "the look failed: " + e.getClass().getSimpleName()),
                    began, null);
        }
    }

    private Looking failed(KnownSite site, SiteSnapshot before, Problem problem, Instant at, Instant retryAt) {
        SiteHealth.State state = switch (problem.reason()) {
            // our own connections are busy: that says nothing of the site
            case SITE_BUSY -> SiteHealth.State.UNKNOWN;
            case SITE_NEEDS_LOGIN -> SiteHealth.State.NEEDS_LOGIN;
            case SITE_TIMEOUT, SITE_COMMAND_FAILED, SITE_MISCONFIGURED, SCHEDULER_UNAVAILABLE, INTERNAL_ERROR ->
                SiteHealth.State.DEGRADED;
            default -> SiteHealth.State.DOWN;
        };
        SiteHealth health = state == SiteHealth.State.UNKNOWN ? before.health()
                : since(before, new SiteHealth(state, at, problem), at, false);
        return new Looking(site.dressed(before.withHealth(health)), false, Duration.between(at, clock.instant()), retryAt);
    }

    /**
     * A state lasts since it began, not since it was seen last. A degraded site that showed its queue and falls silent
     * begins anew: {@link SiteSnapshot#impaired()} tells the two apart by that.
     */
    private static SiteHealth since(SiteSnapshot before, SiteHealth now, Instant at, boolean seen) {
        boolean lasts = (seen || !before.impaired()) && before.health() != null && before.health().state() == now.state()
                && before.health().since() != null;
        return new SiteHealth(now.state(), lasts ? before.health().since() : at, now.problem());
    }
}
