package org.diamondhpc.discovery.domain.policy;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Ranks places. The same question gets the same answer: what chance decides, the attempt's id decides. */
public interface PlacementPolicy {
    Map<String, PlacementPolicy> ALL = Stream.of(new Fastest(), new ShortestQueue(), new AnyPlace(), new Fixed(),
                    new RoundRobin(), new LeastWork(), new MostIdle(), new SafestBound(), new DataLocal(), new Cheapest(),
                    new Hedged())
            .collect(Collectors.toUnmodifiableMap(PlacementPolicy::name, Function.identity()));

    /** The one policy that takes several places. */
    String HEDGED = "hedged";

    /** As a request names it. */
    String name();

    /** The places, best first. */
    List<Option> rank(List<Option> options, Circumstances circumstances);

    /**
     * The places that the task is submitted to.
     *
     * @param ranked at least one, best first
     * @param copies so many at most
     */
    default List<Option> take(List<Option> ranked, int copies) {
        return ranked.subList(0, 1);
    }

    /** By what the first was chosen, in words that follow "chosen for". */
    String grounds();

    static Optional<PlacementPolicy> named(String name) {
        return Optional.ofNullable(ALL.get(name));
    }
}
