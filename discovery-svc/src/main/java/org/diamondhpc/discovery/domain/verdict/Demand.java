package org.diamondhpc.discovery.domain.verdict;

import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.diamondhpc.discovery.domain.needs.Need;
import org.diamondhpc.discovery.domain.needs.Needs;
import org.diamondhpc.discovery.domain.wait.Architectures;
import org.diamondhpc.discovery.domain.wait.NodeNeed;
import org.diamondhpc.schemas.Absent;
import org.diamondhpc.schemas.id.SiteId;
import org.diamondhpc.schemas.spec.Application;
import org.diamondhpc.schemas.spec.Resources;
import org.diamondhpc.schemas.spec.TaskSpec;
import org.diamondhpc.schemas.task.Exclusion;
import org.diamondhpc.schemas.task.TaskOrder;

/**
 * What a task asks of a place.
 *
 * @param setbacks places that refused it a short time ago
 * @param application the entry of the application it names; null: none
 * @param needs what it needs beyond what it says
 */
public record Demand(TaskOrder order, List<Setback> setbacks, Instant now, Application application,
        List<Need> needs) {
    public Demand {
        setbacks = Absent.list(setbacks);
        needs = List.copyOf(needs);
    }

    public Demand(TaskOrder order, List<Setback> setbacks, Instant now, Application application) {
        this(order, setbacks, now, application, Needs.of(order, application));
    }

    public Demand(TaskOrder order, List<Setback> setbacks, Instant now) {
        this(order, setbacks, now, null);
    }

    public TaskSpec spec() {
        return order.spec();
    }

    public Resources resources() {
        return spec().resources();
    }

    public Duration limit() {
        return resources().duration().duration();
    }

    public long memoryMb() {
        return resources().memory() == null ? 0 : resources().memory().mebibytes();
    }

    NodeNeed need(SiteView site) {
        return new NodeNeed(architecture(), site.snapshot().labels().get("architecture"),
                spec().constraints().features(), resources().gpusPerNode(), resources().gpuType());
    }

    /** The one architecture that serves; null: any, or one of several. */
    private String architecture() {
        return spec().constraints().architecture() != null ? spec().constraints().architecture()
                : needs.stream().filter(n -> n instanceof Need.Architecture a && a.any().size() == 1)
                        .map(n -> ((Need.Architecture) n).any().getFirst()).findFirst().orElse(null);
    }

    /** Whether nodes of this architecture serve; one that nobody knows serves what needs none in particular. */
    boolean served(String there) {
        String asked = spec().constraints().architecture();
        return (asked == null || Architectures.same(asked, there)) && needs.stream().allMatch(n ->
                !(n instanceof Need.Architecture a) || a.any().stream().anyMatch(one -> Architectures.same(one, there)));
    }

    /** In words, with where it is known from; empty: any serves. */
    String architectures() {
        String asked = spec().constraints().architecture();
        return Stream.concat(asked == null ? Stream.empty() : Stream.of(asked), needs.stream()
                .filter(Need.Architecture.class::isInstance).map(Need.Architecture.class::cast)
                .map(a -> String.join(" or ", a.any()) + " (" + a.from() + ")")).collect(Collectors.joining(" and "));
    }

    /** What runs of its application took there; absent: none was measured. */
    public Optional<Duration> measured(SiteId site) {
        return application == null ? Optional.empty() : application.runs().stream()
                .filter(r -> r.site().equals(site)).map(Application.Measured::mean).findFirst();
    }

    /** Elements of an array, 1 without one. */
    public int jobs() {
        return spec().array() == null ? 1 : spec().array().expanded().size();
    }

    /** Nodes of a site that earlier attempts ruled out for this partition. */
    public Set<String> avoided(SiteId site, String partition) {
        Set<String> nodes = new HashSet<>();
        for (Exclusion exclusion : order.excluded()) {
            if (exclusion.site().equals(site)
                    && (exclusion.partition() == null || exclusion.partition().equals(partition))) {
                nodes.addAll(exclusion.nodes());
            }
        }
        return nodes;
    }
}
