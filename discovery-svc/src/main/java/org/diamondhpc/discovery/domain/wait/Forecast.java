package org.diamondhpc.discovery.domain.wait;

import java.time.Instant;

/** What is foreseen for one site, with everything given to it since the look. Immutable. */
public interface Forecast {
    /** When such a job would start. */
    Start start(Ask ask, Instant now);

    /** The same with {@code copies} such jobs given to the site. */
    Forecast with(Ask ask, Instant now, int copies);

    /**
     * When a job would start.
     *
     * @param seconds from now; absent: never, as things are
     * @param copiesNow how many such jobs could start at once
     * @param waitingAhead jobs that wait before it
     * @param basis what this was concluded from, in words
     */
    record Start(Long seconds, int copiesNow, int waitingAhead, String basis) {
    }
}
