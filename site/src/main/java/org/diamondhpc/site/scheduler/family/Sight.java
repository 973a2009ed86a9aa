package org.diamondhpc.site.scheduler.family;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.diamondhpc.schemas.Absent;
import org.diamondhpc.schemas.id.AttemptId;
import org.diamondhpc.schemas.task.JobEnd;
import org.diamondhpc.schemas.task.JobUsage;
import org.diamondhpc.site.scheduler.WatchedJob;

/**
 * A job, or elements of an array, as a scheduler shows it.
 *
 * @param base the id that the family's commands take, without element
 * @param elements of an array that this row stands for; empty: the whole job
 * @param word the scheduler's own word for the state
 * @param reason why it waits, or what happened; empty where nothing is said
 * @param token the attempt's id where the scheduler keeps it for us; absent: not shown here
 * @param workDir absent: not shown here
 * @param nodes single names
 * @param restarts how often it was started again
 * @param ending present where it is over
 * @param usage absent: not known
 */
public record Sight(String base, List<Integer> elements, Phase phase, String word, String reason, String token,
        String workDir, Times times, List<String> nodes, int restarts, Ending ending, JobUsage usage) {
    /** Clocks of a login node and of a scheduler differ, ids are used again after days. */
    private static final Duration CLOCKS = Duration.ofMinutes(10);

    public Sight {
        elements = Absent.list(elements);
        nodes = Absent.list(nodes);
        times = times == null ? Times.NONE : times;
        if ((phase == Phase.ENDED) != (ending != null)) {
            throw new IllegalArgumentException("a job that is over has an ending, and no other has");
        }
    }

    /** What a job does. */
    public enum Phase { WAITING, REQUEUED, RUNNING, ENDED, UNKNOWN }

    /** By the site's clock; each may be absent. @param expected when it may start */
    public record Times(Instant submit, Instant start, Instant end, Instant expected) {
        public static final Times NONE = new Times(null, null, null, null);
    }

    /** @param detail the cause in words; absent where the end says it all */
    public record Ending(JobEnd end, Integer exitCode, Integer signal, String detail) {
    }

    public boolean ended() {
        return phase == Phase.ENDED;
    }

    /** By the token, or by the working directory where a site rewrites what a job carries. */
    boolean carries(WatchedJob job) {
        return job.attempt().toString().equals(token) || workDir != null && (workDir.equals(job.layout().work())
                || workDir.equals(job.layout().directory()));
    }

    /** Carries the attempt's token, or has the recorded id and is neither an earlier job of that id nor another's. */
    boolean belongsTo(WatchedJob job) {
        return carries(job) || base.equals(job.jobId()) && !ofAnotherAttempt() && (times.submit() == null
                || !times.submit().isBefore(job.submittedAt().minus(CLOCKS)));
    }

    private boolean ofAnotherAttempt() {
        try {
            return token != null && AttemptId.parse(token) != null;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    boolean standsFor(int element) {
        return elements.contains(element);
    }
}
