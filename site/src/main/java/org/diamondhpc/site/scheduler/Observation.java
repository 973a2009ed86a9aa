package org.diamondhpc.site.scheduler;

import java.time.Instant;
import java.util.List;
import org.diamondhpc.schemas.task.JobOutcome;
import org.diamondhpc.schemas.task.JobUsage;

/** What one look says of one job. */
public sealed interface Observation {
    /**
     * It waits.
     *
     * @param reason the scheduler's word, for example {@code Priority}
     * @param explanation the same in words for people
     * @param estimatedStart where the scheduler names one
     */
    record Pending(String reason, String explanation, Instant estimatedStart) implements Observation {
        /** The reason of a job that has its nodes, which are being set up for it. */
        public static final String SETTING_UP = "Configuring";

        public boolean settingUp() {
            return SETTING_UP.equals(reason);
        }
    }

    /** It has begun, or any element of an array has. @param startedAt absent where not known */
    record Running(Instant startedAt, List<String> nodes) implements Observation {
        public Running {
            nodes = nodes == null ? List.of() : List.copyOf(nodes);
        }
    }

    /** It had begun and waits again. @param restarts how often, from 1 */
    record Requeued(int restarts, String cause) implements Observation {
    }

    /** It is over. @param usage where accounting has spoken already */
    record Ended(JobOutcome outcome, JobUsage usage) implements Observation {
    }

    /** Healthy looks found nothing of it; after a grace period it is lost. */
    record Absent(List<String> evidence) implements Observation {
        public Absent {
            evidence = List.copyOf(evidence);
        }
    }

    /** Another job than the recorded one runs the attempt's work. */
    record ClaimedBy(String jobId) implements Observation {
    }

    /** The attempt was claimed for nobody: none of its work ran or ever will, whatever the scheduler says of its job. */
    record ClaimedByNobody() implements Observation {
    }

    /** A second job of the attempt that runs none of its work. @param active whether it still is in the queue */
    record Duplicate(String jobId, boolean active) implements Observation {
    }

    /** That part of the look failed: no news, whatever the job does. */
    record Unobserved(String why) implements Observation {
    }

    /** What accounting says of an ended job. Not a kind of observation: it changes no state. */
    record Accounted(String schedulerState, JobUsage usage) {
    }
}
