package org.diamondhpc.gateway.agent.domain;

import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * What a turn finds around it. Waits are to be looked at before wakes: one that ends in between then shows as a wake.
 *
 * @param openWaits of those this turn has made, which are not over
 * @param givenUp of those this turn has made, which were cancelled, and it has not heard that
 * @param wakes the session's that the turn has not heard, oldest first
 */
public record Surroundings(Set<String> openWaits, List<Entry.GivenUp> givenUp, List<Entry.Woken> wakes) {
    public Surroundings {
        openWaits = Set.copyOf(openWaits);
        givenUp = List.copyOf(givenUp);
        wakes = List.copyOf(wakes);
    }

    List<Entry> news() {
        return Stream.<Entry>concat(givenUp.stream(), wakes.stream()).toList();
    }
}
