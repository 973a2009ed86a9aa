package org.diamondhpc.transfer.globus.domain;

import java.time.Duration;

/** How long until the next look: short after a change, twice as long after each look that saw none. */
public record Rhythm(Duration first, Duration longest) {
    public Duration next(Duration before, boolean changed) {
        if (changed || before == null || before.compareTo(first) < 0) {
            return first;
        }
        Duration twice = before.multipliedBy(2);
        return twice.compareTo(longest) < 0 ? twice : longest;
    }
}
