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
     * @param seconds from now, on average; absent: never, as things are
     * @param low seconds; about one time in ten it is less
     * @param high seconds; about one time in ten it is more
     * @param copiesNow how many such jobs could start at once
     * @param basis what this was concluded from, in words
     */
    record Start(Long seconds, long low, long high, int copiesNow, Load load, String basis) {
        int waitingAhead() {
            return load.ahead();
        }
    }

    /**
     * How busy the nodes are that could serve it.
     *
     * @param waiting jobs that wait for the same nodes
     * @param ahead those of them that go before it
     * @param workSeconds how long all cores would need for what runs and waits, if all jobs ran to their limits
     * @param idleCores cores that no job has
     * @param cores all of them
     */
    record Load(int waiting, int ahead, long workSeconds, int idleCores, int cores) {
    }
}
