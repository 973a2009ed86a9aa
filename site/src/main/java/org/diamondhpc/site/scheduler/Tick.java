package org.diamondhpc.site.scheduler;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.diamondhpc.schemas.Absent;
import org.diamondhpc.schemas.id.AttemptId;

/**
 * One look at the jobs of an account. Each part says by itself whether it can be believed.
 *
 * @param siteTime the site's clock at the look
 * @param observations for each watched attempt at least one; more where second jobs of it turned up
 */
public record Tick(Instant siteTime, Part queue, Part accounting, Part files,
        Map<AttemptId, List<Observation>> observations) {
    public Tick {
        observations = Absent.map(observations);
    }

    /** One source of the look. @param detail the error in the source's own words, where there was one */
    public record Part(State state, String detail) {
        public static final Part OK = new Part(State.OK, "");
        public static final Part NOT_ASKED = new Part(State.NOT_ASKED, "");

        public boolean ok() {
            return state == State.OK;
        }

        /** Whether the source can be believed. */
        public enum State {
            OK,
            /** The site has none, for example no accounting. */
            OFF,
            /** It did not answer. */
            DOWN,
            /** The look did not need it. */
            NOT_ASKED
        }
    }
}
