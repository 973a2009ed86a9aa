package org.diamondhpc.gateway.task;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.diamondhpc.gateway.task.domain.AttemptFacts;
import org.diamondhpc.gateway.task.domain.HedgeView;
import org.diamondhpc.gateway.task.domain.PastAttempt;
import org.diamondhpc.gateway.task.domain.PlacementMove;
import org.diamondhpc.gateway.task.domain.TaskLife;
import org.diamondhpc.gateway.task.domain.Timings;
import org.diamondhpc.schemas.id.SessionId;
import org.diamondhpc.schemas.id.TaskId;
import org.diamondhpc.schemas.reason.Problem;
import org.diamondhpc.schemas.spec.TaskSpec;
import org.diamondhpc.schemas.task.CollectedOutput;
import org.diamondhpc.schemas.task.JobOutcome;
import org.diamondhpc.schemas.task.JobRef;
import org.diamondhpc.schemas.task.JobUsage;
import org.diamondhpc.schemas.task.Placement;
import org.diamondhpc.schemas.task.Staging;
import org.diamondhpc.schemas.task.TaskState;

/**
 * All that is known of a task.
 *
 * @param version counts changes; the ETag
 * @param retryOf the ended task this one repeats
 * @param placement where the current attempt goes and why, with all candidates
 * @param pending why its job waits
 * @param outcome how the job ended: the scheduler's word and the program's word
 * @param problem why it failed, or what is in its way now
 * @param retryAt when Diamond tries again by itself
 * @param timings when each step was reached
 * @param durations how long each took so far
 * @param attempts earlier attempts
 * @param moves where it was to be moved while it waited in a queue, and what came of it
 * @param hedge its attempts at several sites at once, and what they cost; absent: there were none
 * @param spec only where asked for
 */
public record TaskView(TaskId id, String name, TaskState state, int attempt, int version, SessionId session,
        Map<String, String> labels, TaskId retryOf, boolean cancelRequested, Placement placement, Staging staging,
        JobRef job, AttemptFacts.Pending pending, List<String> nodes, JobOutcome outcome, JobUsage usage,
        List<CollectedOutput> outputs, List<String> missing, Problem problem, Instant retryAt, Timings timings,
        Durations durations, List<PastAttempt> attempts, List<PlacementMove> moves, Instant createdAt, Instant changedAt,
        Instant endedAt, HedgeView hedge,
        TaskSpec spec) {
    /** Absent: not reached yet. {@code queued} is from submission to start, {@code running} from start to end. */
    public record Durations(Duration placing, Duration staging, Duration queued, Duration running, Duration total) {
        static Durations of(Timings t) {
            return new Durations(between(t.readyAt(), t.placedAt()), between(t.placedAt(), t.stagedAt()),
                    between(t.submittedAt(), t.startedAt()), between(t.startedAt(), t.finishedAt()),
                    between(t.requestedAt(), t.endedAt()));
        }

        /** Two clocks may disagree by a little; a duration is never negative. */
        private static Duration between(Instant from, Instant to) {
            if (from == null || to == null) {
                return null;
            }
            Duration d = Duration.between(from, to);
            return d.isNegative() ? Duration.ZERO : d;
        }
    }

    static TaskView of(TaskRow row, boolean withSpec) {
        TaskLife life = row.life();
        AttemptFacts facts = life.facts();
        return new TaskView(row.taskId(), row.name, life.state(), life.attempt(), row.version, row.sessionId(),
                Labels.of(row.labels), row.retryOf == null ? null : new TaskId(row.retryOf), life.cancelRequested(),
                facts.placement(), facts.staging(), facts.job(), facts.pending(), facts.nodes(), facts.outcome(),
                facts.usage(), facts.outputs(), facts.missing(), life.problem(), life.retryAt(), life.timings(),
                Durations.of(life.timings()), life.past(), life.moves(), row.createdAt, row.changedAt, row.endedAt,
                life.hedging() == null ? null : HedgeView.of(life.hedging(), row.order().spec().resources().nodes()),
                withSpec ? row.order().spec() : null);
    }
}
