package org.diamondhpc.discovery.domain.verdict;

import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.diamondhpc.schemas.site.PartitionState;
import org.diamondhpc.schemas.site.Window;

/**
 * When a job that runs to its limit collides with no reservation and no maintenance on enough of a partition's nodes. A
 * scheduler starts no job that cannot end before they begin.
 */
final class Openings {
    private final List<Window> windows;
    private final Duration limit;
    private final int asked;

    Openings(Demand demand, SiteView site, PartitionState partition) {
        String own = demand.spec().reservation();
        this.windows = site.snapshot().windows().stream().filter(w -> w.partition() == null
                || w.partition().equals(partition.name())).filter(w -> !w.name().equals(own)).toList();
        this.limit = demand.limit();
        this.asked = demand.resources().nodes();
    }

    boolean matter() {
        return !windows.isEmpty();
    }

    /**
     * @param nodes names of nodes that fit and are up
     * @return empty where it may start at once; {@code at} null where no end is foreseen
     */
    Optional<Opening> after(Set<String> nodes, Instant now) {
        List<Window> hits = hits(nodes, now);
        if (hits.isEmpty() || free(nodes, now) >= asked) {
            return Optional.empty();
        }
        Window first = hits.stream().min(Comparator.comparing(w -> w.from() == null ? now : w.from())).orElseThrow();
        Optional<Instant> at = Stream.concat(windows.stream().map(Window::until), Stream.of(now))
                .filter(t -> t != null && t.isAfter(now)).sorted().filter(t -> free(nodes, t) >= asked).findFirst();
        boolean ahead = first.from() != null && first.from().isAfter(now);
        String what = (first.maintenance() ? "maintenance " : "reservation ") + first.name();
        String why = (ahead ? "it could not end before the %s begins in %s".formatted(what,
                Words.of(Duration.between(now, first.from()))) : "the %s keeps nodes".formatted(what))
                + at.map(t -> ", so it starts in %s at the earliest".formatted(Words.of(Duration.between(now, t)))).orElse("");
        return Optional.of(new Opening(at.orElse(null), why));
    }

    private List<Window> hits(Set<String> nodes, Instant at) {
        return windows.stream().filter(w -> w.overlaps(at, at.plus(limit)) && w.nodes().stream().anyMatch(nodes::contains))
                .toList();
    }

    private int free(Set<String> nodes, Instant at) {
        Set<String> left = new HashSet<>(nodes);
        hits(nodes, at).forEach(w -> w.nodes().forEach(left::remove));
        return left.size();
    }
}
