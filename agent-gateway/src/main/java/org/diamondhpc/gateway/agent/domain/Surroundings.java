package org.diamondhpc.gateway.agent.domain;

import java.util.List;
import java.util.Set;

/**
 * What a turn finds around it. Waits are to be looked at before wakes: one that ends in between then shows as a wake.
 *
 * @param openWaits of those this turn has made, which are not over
 * @param wakes the session's that the turn has not heard, oldest first
 */
public record Surroundings(Set<String> openWaits, List<Entry.Woken> wakes) {
    public Surroundings {
        openWaits = Set.copyOf(openWaits);
        wakes = List.copyOf(wakes);
    }
}
