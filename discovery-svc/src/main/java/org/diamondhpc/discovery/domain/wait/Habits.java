package org.diamondhpc.discovery.domain.wait;

import java.util.OptionalLong;
import org.diamondhpc.schemas.site.QueuedJob;

/** What no look at a site shows, but many looks teach: how long its jobs really run, and where new own jobs enter its queue. */
public interface Habits {
    /** Nothing is known: jobs run to their limits, a new one is the last. */
    Habits NONE = new Habits() {
        @Override
        public double[] shares(QueuedJob job, long limit, int level) {
            return level == 0 ? new double[] {1} : null;
        }

        @Override
        public OptionalLong priority(String partition, String owner) {
            return OptionalLong.empty();
        }

        @Override
        public double[] waits(String partition) {
            return new double[0];
        }
    };

    /**
     * Shares of the limit that jobs like this one needed, the latest last.
     *
     * @param limit seconds
     * @param level 0 for the jobs most alike of which enough are known, then wider circles
     * @return null where there is no wider circle
     */
    double[] shares(QueuedJob job, long limit, int level);

    /**
     * The priority that the scheduler gave the latest jobs of one of Diamond's logins when they came; empty where none was
     * seen. Another login's tells nothing: what a person has used of late counts most.
     */
    OptionalLong priority(String partition, String owner);

    /** How long the latest jobs, anybody's, waited there, in seconds. */
    double[] waits(String partition);
}
