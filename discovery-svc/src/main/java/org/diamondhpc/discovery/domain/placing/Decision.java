package org.diamondhpc.discovery.domain.placing;

import java.time.Instant;
import java.util.List;
import org.diamondhpc.discovery.domain.wait.Ask;
import org.diamondhpc.schemas.Absent;
import org.diamondhpc.schemas.reason.Problem;
import org.diamondhpc.schemas.task.Candidate;
import org.diamondhpc.schemas.task.Placement;

/** Where a task goes, or why nowhere. */
public sealed interface Decision {
    /** Every place that was looked at, best first. */
    List<Candidate> candidates();

    /**
     * It goes there.
     *
     * @param claim what it will occupy there
     * @param simulatedWait the wait in seconds before experience corrected it
     * @param copies where it goes at the same time, best first; empty unless it is hedged
     */
    record Placed(Placement placement, Claim claim, long simulatedWait, List<Candidate> candidates, List<Placed> copies)
            implements Decision {
        public Placed {
            copies = Absent.list(copies);
        }
    }

    /**
     * No place can be had now.
     *
     * @param cause the same text as long as the causes are the same
     */
    record Deferred(Problem problem, String cause, Instant retryAt, List<Candidate> candidates) implements Decision {
    }

    /** No place can ever run it. */
    record Failed(Problem problem, List<Candidate> candidates) implements Decision {
    }

    /** What a placement takes of a site until a look shows it. */
    record Claim(Ask ask, int jobs) {
    }
}
