package org.diamondhpc.discovery.domain.verdict;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.diamondhpc.discovery.domain.wait.Architectures;
import org.diamondhpc.schemas.id.SiteId;
import org.diamondhpc.schemas.reason.Problem;
import org.diamondhpc.schemas.reason.Reason;
import org.diamondhpc.schemas.site.SiteFacts;
import org.diamondhpc.schemas.site.SiteHealth;
import org.diamondhpc.schemas.spec.Constraints;

/** What stands against a whole site. */
final class SiteObstacles {
    /** Programs that run container images without being root, as the dialects know them. */
    private static final Set<String> RUNTIMES = Set.of("apptainer", "singularity", "podman-hpc", "podman");
    /** What was seen longer ago tells nothing of the queue. */
    private static final Duration OUTDATED = Duration.ofMinutes(10);

    private final Demand demand;
    private final SiteView site;
    private final List<Obstacle> found = new ArrayList<>();

    private SiteObstacles(Demand demand, SiteView site) {
        this.demand = demand;
        this.site = site;
    }

    static List<Obstacle> of(Demand demand, SiteView site) {
        SiteObstacles obstacles = new SiteObstacles(demand, site);
        obstacles.constraints();
        obstacles.container();
        obstacles.account();
        obstacles.array();
        obstacles.earlier();
        obstacles.health();
        obstacles.found.addAll(NeedObstacles.of(demand, site));
        return obstacles.found;
    }

    private void constraints() {
        Constraints wanted = demand.spec().constraints();
        if (!wanted.sites().isEmpty() && !wanted.sites().contains(site.id())) {
            found.add(Obstacle.never("the request names only " + names(wanted.sites())));
        }
        if (wanted.excludeSites().contains(site.id())) {
            found.add(Obstacle.never("the request excludes this site"));
        }
        String label = site.snapshot().labels().get("architecture");
        if (wanted.architecture() != null && label != null && site.snapshot().nodes().isEmpty()
                && !Architectures.same(wanted.architecture(), label)) {
            found.add(Obstacle.never("is %s, %s asked".formatted(label, wanted.architecture())));
        }
        wanted.software().forEach(need -> SoftwareNeed.parse(need).unmet(software())
                .ifPresent(why -> found.add(Obstacle.never(why))));
        wanted.labels().forEach(this::label);
    }

    private Map<String, String> software() {
        return new SiteSoftware(site.snapshot()).byName();
    }

    private void label(String key, String value) {
        String there = site.snapshot().labels().get(key);
        if (!value.equals(there)) {
            found.add(Obstacle.never(there == null ? "has no label " + key
                    : "has the label %s=%s, %s asked".formatted(key, there, value)));
        }
    }

    private void container() {
        boolean runs = site.snapshot().software().keySet().stream().anyMatch(RUNTIMES::contains);
        if (demand.spec().container() != null && !runs) {
            SiteFacts facts = site.snapshot().facts();
            found.add(Obstacle.never("its profile lists no container runtime" + (facts == null || facts.containers().isEmpty()
                    ? "" : "; its login node has %s, to be listed under software if its nodes do".formatted(
                            String.join(", ", facts.containers().keySet())))));
        }
    }

    private void account() {
        if (site.account(demand.order().tenant()).isEmpty()) {
            found.add(Obstacle.barred(Reason.SITE_NO_ACCOUNT,
                    "the tenant %s has no account there".formatted(demand.order().tenant())));
        }
    }

    private void array() {
        Integer most = site.snapshot().maxArraySize();
        if (demand.spec().array() != null && most != null && demand.jobs() > most) {
            found.add(Obstacle.never("arrays there have at most %d elements, %d asked".formatted(most,
                    demand.jobs())));
        }
    }

    private void earlier() {
        demand.order().excluded().stream().filter(e -> e.partition() == null && e.rulesOut(site.id(), null))
                .forEach(e -> found.add(Obstacle.barred(Reason.SCHEDULER_REFUSED, "an earlier attempt: " + e.why())));
        demand.setbacks().stream().filter(s -> s.partition() == null && s.holds(site.id(), null, demand.now()))
                .forEach(s -> found.add(Obstacle.notNow(s.problem().reason(),
                        "refused a short time ago: " + s.problem().detail())));
    }

    private void health() {
        SiteHealth health = site.snapshot().health();
        if (health == null || health.state() == SiteHealth.State.UNKNOWN) {
            found.add(Obstacle.notNow(Reason.PLACEMENT_NO_SITE_AVAILABLE, "has not been looked at yet"));
        } else if (!site.snapshot().takesWork()) {
            Problem problem = health.problem();
            found.add(Obstacle.notNow(problem == null ? Reason.SITE_UNREACHABLE : problem.reason(),
                    "%s since %s%s".formatted(word(health.state()), health.since(),
                            problem == null ? "" : ": " + problem.reason() + ", " + problem.detail())));
        } else if (site.snapshot().seenAt() == null
                || Duration.between(site.snapshot().seenAt(), demand.now()).compareTo(OUTDATED) > 0) {
            found.add(Obstacle.notNow(Reason.PLACEMENT_NO_SITE_AVAILABLE, "has not been looked at lately"));
        }
    }

    private static String word(SiteHealth.State state) {
        return state == SiteHealth.State.NEEDS_LOGIN ? "needs a login" : state.name().toLowerCase(Locale.ROOT);
    }

    private static String names(List<SiteId> sites) {
        return sites.stream().map(SiteId::value).collect(Collectors.joining(", "));
    }
}
