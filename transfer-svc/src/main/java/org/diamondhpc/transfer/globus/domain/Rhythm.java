package org.diamondhpc.transfer.globus.domain;

import java.time.Duration;

/**
 * How long until the next look. The pause is an eighth of the time a task has been going on, so an end is seen at most an
 * eighth later than it came, and a task of hours costs one look a minute.
 */
public record Rhythm(Duration first, Duration longest) {
    private static final int PART = 8;

    /** @param age of the youngest task that goes on */
    public Duration watching(Duration age) {
        return within(age.dividedBy(PART));
    }

    /** @param before the last pause; null before the first */
    public Duration afterTrouble(Duration before) {
        return within(before == null ? first : before.multipliedBy(2));
    }

    private Duration within(Duration pause) {
        return pause.compareTo(first) < 0 ? first : pause.compareTo(longest) > 0 ? longest : pause;
    }
}
