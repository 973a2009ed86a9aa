package org.diamondhpc.bench.placement;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.diamondhpc.bench.simulator.Job;
import org.diamondhpc.discovery.domain.placing.Improvement;
import org.diamondhpc.discovery.domain.placing.Reconsideration;
import org.diamondhpc.schemas.id.SiteId;

/**
 * Plays a probe that is moved while it waits, by the service's own rule with its usual terms, on copies of all sites. What
 * was learned of sites stays as it was when the probe was placed. The service looks every 30 seconds; here it is looked when
 * the patience is over and then each time the probe has waited a twentieth longer.
 */
final class Traveller {
    /** The defaults of {@code diamond.placing.reconsider}, for everybody. */
    private static final Reconsideration.Terms TERMS = new Reconsideration.Terms(true, Duration.ofMinutes(5),
            new Improvement.Worth(Duration.ofMinutes(10), 0.3), 2, Duration.ofMinutes(30));
    private static final double LONGER = 1.05;

    private final List<SimulatedSite> sites;
    private final Function<List<SimulatedSite>, Chooser> choosing;
    private final Job probe;
    private final Map<SiteId, Long> left = new HashMap<>();
    private final List<String> visited = new ArrayList<>();

    /** @param choosing what is known of sites as they are */
    Traveller(List<SimulatedSite> sites, Function<List<SimulatedSite>, Chooser> choosing, Job probe) {
        this.sites = sites.stream().map(SimulatedSite::fork).toList();
        this.choosing = choosing;
        this.probe = probe;
    }

    Journey from(SiteId first) {
        SimulatedSite at = site(first);
        long since = probe.submit();
        at.submit(probe);
        visited.add(first.value());
        for (double waited = TERMS.patience().toSeconds(); visited.size() <= TERMS.most(); waited *= LONGER) {
            long now = since + (long) waited;
            sites.forEach(site -> site.advance(now));
            if (at.started(probe).isPresent()) {
                break;
            }
            Optional<SiteId> to = next(at.id(), now, now - since);
            if (to.isPresent()) {
                at.cancel(probe);
                left.put(at.id(), now);
                at = site(to.get());
                at.submit(probe);
                visited.add(at.id().value());
                since = now;
                waited = TERMS.patience().toSeconds() / LONGER;
            }
        }
        return new Journey(visited, at.startOf(probe) - probe.submit() + probe.run());
    }

    /** Where it is moved to now. */
    private Optional<SiteId> next(SiteId here, long now, long waited) {
        return choosing.apply(sites).reconsider(probe, here, Duration.ofSeconds(waited), TERMS, Instant.ofEpochSecond(now))
                .map(found -> found.to().site())
                .filter(to -> !left.containsKey(to) || now - left.get(to) >= TERMS.rest().toSeconds());
    }

    private SimulatedSite site(SiteId id) {
        return sites.stream().filter(s -> s.id().equals(id)).findFirst().orElseThrow();
    }
}
