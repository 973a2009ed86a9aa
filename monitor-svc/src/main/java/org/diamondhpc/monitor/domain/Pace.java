package org.diamondhpc.monitor.domain;

import java.time.Duration;

/**
 * How long to wait until the next look at a site: short while things change, longer the longer nothing does. Hints
 * make ends known at once, so looks are the safety net and must not load the site.
 *
 * @param shortest the site's minimum, from its profile
 * @param longest the site's maximum
 */
public record Pace(Duration shortest, Duration longest, Duration current) {
    public static Pace of(Duration shortest, Duration longest) {
        return new Pace(shortest, longest, shortest);
    }

    public Pace afterQuietLook() {
        Duration slower = current.multipliedBy(3).dividedBy(2);
        return new Pace(shortest, longest, slower.compareTo(longest) > 0 ? longest : slower);
    }

    public Pace afterNews() {
        return of(shortest, longest);
    }
}
