package org.diamondhpc.discovery.board;

import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import org.diamondhpc.discovery.domain.wait.Ask;
import org.diamondhpc.discovery.domain.wait.Forecast;
import org.diamondhpc.schemas.site.SiteSnapshot;

/** One site in memory: the look, the forecast made of it, and the same with everything placed since. */
final class Standing {
    private final SiteSnapshot snapshot;
    private final Forecast base;
    private Forecast filled;
    private Map<String, Integer> given = new HashMap<>();

    Standing(SiteSnapshot snapshot, Forecast base) {
        this.snapshot = snapshot;
        this.base = base;
    }

    SiteSnapshot snapshot() {
        return snapshot;
    }

    Map<String, Integer> given() {
        return given;
    }

    Forecast filled() {
        return filled;
    }

    /** The same look with other words on it: the forecast stays. */
    Standing with(SiteSnapshot redressed) {
        return new Standing(redressed, base);
    }

    boolean stale() {
        return filled == null;
    }

    void invalidate() {
        filled = null;
    }

    /** Lays out all claims anew; equal ones together. */
    void fill(Collection<Claimed> claims, Instant now) {
        Map<Ask, Integer> asks = new LinkedHashMap<>();
        given = new HashMap<>();
        for (Claimed c : claims) {
            asks.merge(c.claim().ask(), c.claim().jobs(), Integer::sum);
            given.merge(c.login(), c.claim().jobs(), Integer::sum);
        }
        filled = base;
        asks.forEach((ask, jobs) -> filled = filled.with(ask, now, jobs));
    }

    void add(Claimed claimed, Instant now) {
        filled = filled.with(claimed.claim().ask(), now, claimed.claim().jobs());
        given.merge(claimed.login(), claimed.claim().jobs(), Integer::sum);
    }
}
