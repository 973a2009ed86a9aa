package org.diamondhpc.schemas.event;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.diamondhpc.schemas.Absent;
import org.diamondhpc.schemas.Topics;
import org.diamondhpc.schemas.id.AttemptId;
import org.diamondhpc.schemas.id.SessionId;
import org.diamondhpc.schemas.id.SiteId;
import org.diamondhpc.schemas.id.TaskId;
import org.diamondhpc.schemas.id.TenantId;
import org.diamondhpc.schemas.reason.Problem;
import org.diamondhpc.schemas.task.Candidate;
import org.diamondhpc.schemas.task.CollectedOutput;
import org.diamondhpc.schemas.task.JobOutcome;
import org.diamondhpc.schemas.task.JobRef;
import org.diamondhpc.schemas.task.JobUsage;
import org.diamondhpc.schemas.task.Placement;
import org.diamondhpc.schemas.task.Staging;
import org.diamondhpc.schemas.task.StreamFile;
import org.diamondhpc.schemas.task.TaskOrder;
import org.diamondhpc.schemas.task.TaskState;

/**
 * The life of a task, on {@link Topics#TASK_EVENTS}. The numbers are the steps of the ring; unnumbered events are
 * ways back, cancellation and news. Since one task's events are one key on one topic, every service sees them in
 * the same order: that is what cancellation and stale attempts are decided by.
 */
public sealed interface TaskEvent extends Event {
    TaskId task();

    TenantId tenant();

    @Override
    default Topics topic() {
        return Topics.TASK_EVENTS;
    }

    @Override
    default String subject() {
        return task().value();
    }

    /** A step that carries the order on to whoever acts next. */
    sealed interface Step extends TaskEvent {
        TaskOrder order();

        @Override
        default TaskId task() {
            return order().task();
        }

        @Override
        default TenantId tenant() {
            return order().tenant();
        }
    }

    /** News of one attempt's job. */
    sealed interface JobNews extends TaskEvent {
        AttemptId attempt();

        JobRef job();

        @Override
        default TaskId task() {
            return attempt().task();
        }
    }

    /**
     * A step that cannot be taken now: it is tried again by itself. Told when the wait begins and when its reason
     * changes, not at every try.
     */
    sealed interface Deferred extends TaskEvent {
        AttemptId attempt();

        /** Where the task has been placed. */
        SiteId site();

        Problem problem();

        /** When it is tried next; later tries are not told. */
        Instant retryAt();

        @Override
        default TaskId task() {
            return attempt().task();
        }
    }

    /** ① by agent-gateway: asked for. Discovery places it, unless it waits for other tasks. */
    record TaskRequested(TaskOrder order) implements Step {
    }

    /** ① by agent-gateway: the tasks it waited for have ended as required, and their outputs are resolved. */
    record DependenciesMet(TaskOrder order) implements Step {
    }

    /** ① by agent-gateway: the last attempt ended badly and another is due; the order has the next number. */
    record TaskRetried(TaskOrder order, Problem cause) implements Step {
    }

    /** ② by discovery-svc: it goes there. */
    record TaskPlaced(TaskOrder order, Placement placement) implements Step {
    }

    /** ② by discovery-svc: no place can be had now; it is tried again by itself. */
    record PlacementDeferred(TaskId task, TenantId tenant, Problem problem, Instant retryAt) implements TaskEvent {
    }

    /** ② by discovery-svc: no place can ever run it. */
    record PlacementFailed(TaskOrder order, Problem problem, List<Candidate> candidates) implements Step {
        public PlacementFailed {
            candidates = Absent.list(candidates);
        }
    }

    /**
     * ② by discovery-svc: a task that still waits in a queue is to be moved, as it would be done well sooner elsewhere.
     * Submission answers with {@link JobWithdrawn} or {@link PlacementKept}; until then nothing has been moved.
     *
     * @param from where it waits
     * @param to where it would go now; placed anew once its job is withdrawn, which may then be elsewhere
     * @param completion time until it would be done where it waits
     * @param gain how much sooner it would be done there
     * @param waited how long its job has waited
     * @param why the same in words
     */
    record PlacementReconsidered(TaskOrder order, Placement from, Placement to, Duration completion, Duration gain,
            Duration waited, String why) implements Step {
    }

    /**
     * ② by discovery-svc: a task that waits in a queue would be done well sooner elsewhere; nothing moves it. Told again only
     * when the gain has grown by a good step, and not soon.
     *
     * @param partition where it waits; absent where the site has none
     * @param completion time until it would be done where it waits; absent: none can be foreseen there
     * @param better the best other place, with its prediction
     * @param gain how much sooner it would be done there; absent where {@code completion} is
     */
    record PlacementImproved(AttemptId attempt, TenantId tenant, SiteId site, String partition, Duration completion,
            Candidate better, Duration gain) implements TaskEvent {
        @Override
        public TaskId task() {
            return attempt.task();
        }
    }

    /** ③ by transfer-svc: the inputs lie in the working directory. */
    record InputsStaged(TaskOrder order, Placement placement, Staging staging) implements Step {
    }

    /** ③ by transfer-svc: a site they come from or go to is away, full or needs a login. */
    record StagingDeferred(AttemptId attempt, TenantId tenant, SiteId site, Problem problem, Instant retryAt)
            implements Deferred {
    }

    /** ③ by transfer-svc: they cannot be had there; back to discovery where another site may do, else the end. */
    record StagingFailed(TaskOrder order, Placement placement, Problem problem) implements Step {
    }

    /** ④ by submit-svc: the site is away, its queue full, or it needs a login; nothing of the attempt is there. */
    record SubmissionDeferred(AttemptId attempt, TenantId tenant, SiteId site, Problem problem, Instant retryAt)
            implements Deferred {
    }

    /** ④ by submit-svc: it may have been accepted; being looked for, never submitted blindly again. */
    record SubmissionUnconfirmed(AttemptId attempt, TenantId tenant, SiteId site, Problem problem)
            implements TaskEvent {
        @Override
        public TaskId task() {
            return attempt.task();
        }
    }

    /**
     * ④ by submit-svc: the scheduler has it.
     *
     * @param foundBy how the job's id was learned: {@code reply}, or after a doubt {@code file}, {@code queue},
     *     {@code accounting}, {@code claim}
     * @param tries how often the scheduler was asked
     */
    record JobSubmitted(TaskOrder order, Placement placement, JobRef job, String foundBy, int tries) implements Step {
    }

    /**
     * ④ by submit-svc: a job that waited was withdrawn, so that its task can be moved. Its attempt is claimed for nobody:
     * none of its work ran or ever will. Back to discovery, which places the next attempt.
     */
    record JobWithdrawn(TaskOrder order, Placement placement, JobRef job) implements Step {
    }

    /** ④ by submit-svc: the task is not moved, most often as its job has begun; all goes on as if nothing had been tried. */
    record PlacementKept(TaskOrder order, Placement placement, String why) implements Step {
    }

    /** ④ by submit-svc: refused; back to discovery, which excludes the place, where another may do. */
    record JobRejected(TaskOrder order, Placement placement, Problem problem) implements Step {
    }

    /** ⑤ by monitor-svc: why it waits has changed. */
    record JobPending(AttemptId attempt, TenantId tenant, JobRef job, String queueReason, String explanation,
            Instant estimatedStart) implements JobNews {
    }

    /** ⑤ by monitor-svc: it runs. */
    record JobStarted(AttemptId attempt, TenantId tenant, JobRef job, Instant startedAt, List<String> nodes)
            implements JobNews {
        public JobStarted {
            nodes = Absent.list(nodes);
        }
    }

    /** ⑤ by monitor-svc: the scheduler put it back into the queue. */
    record JobRequeued(AttemptId attempt, TenantId tenant, JobRef job, int restarts, String cause)
            implements JobNews {
    }

    /** ⑤ by monitor-svc: the attempt was claimed by another job than the one recorded; that one is the task's job. */
    record JobIdentified(AttemptId attempt, TenantId tenant, JobRef job, JobRef recorded) implements JobNews {
    }

    /** ⑤ by monitor-svc: a second job of the attempt ran none of the user's work and was cleaned up. */
    record DuplicateJobFenced(AttemptId attempt, TenantId tenant, JobRef job, String detail) implements JobNews {
    }

    /**
     * ⑤ by agent-gateway: of the attempts that were submitted to several sites at once this one's job began first. It alone
     * does the work; submission lets it go and cancels the others.
     *
     * @param dropped the other attempts, which never will
     */
    record AttemptChosen(AttemptId attempt, TenantId tenant, JobRef job, List<AttemptId> dropped) implements JobNews {
        public AttemptChosen {
            dropped = Absent.list(dropped);
        }
    }

    /** ⑤ by submit-svc: the chosen attempt's job has been told to do the work. */
    record GoGiven(AttemptId attempt, TenantId tenant, JobRef job) implements JobNews {
    }

    /** ⑤ by submit-svc: the chosen attempt's job had given up waiting. None of the work ran, and none of this attempt's will. */
    record GoMissed(AttemptId attempt, TenantId tenant, JobRef job, String why) implements JobNews {
    }

    /**
     * ⑤ by monitor-svc: it has ended. Transfer collects what it left.
     *
     * @param streams what the job itself said of its streams; empty where it did not, they are looked at then
     */
    record JobFinished(TaskOrder order, Placement placement, JobRef job, JobOutcome outcome, List<StreamFile> streams)
            implements Step {
        public JobFinished {
            streams = Absent.list(streams);
        }
    }

    /** ⑤ by monitor-svc, later: what accounting says it used. */
    record JobAccounted(AttemptId attempt, TenantId tenant, JobRef job, String schedulerState, JobUsage usage)
            implements JobNews {
    }

    /** ⑥ by transfer-svc: the job has ended, but its site is away or needs a login. */
    record CollectionDeferred(AttemptId attempt, TenantId tenant, SiteId site, Problem problem, Instant retryAt)
            implements Deferred {
    }

    /**
     * ⑥ by transfer-svc: what it left behind is in the catalogue.
     *
     * @param missing required outputs that were not there
     * @param problem why not everything could be collected; absent if all is well
     */
    record OutputsCollected(TaskOrder order, Placement placement, JobRef job, JobOutcome outcome,
            List<CollectedOutput> outputs, List<String> missing, Problem problem) implements Step {
        public OutputsCollected {
            outputs = Absent.list(outputs);
            missing = Absent.list(missing);
        }
    }

    /** By agent-gateway: somebody wants it stopped. Whoever holds the task acts; all remember. */
    record TaskCancelRequested(TaskId task, TenantId tenant, String by, String why) implements TaskEvent {
    }

    /** By the service that held it: stopped before a job existed. */
    record TaskCancelled(TaskId task, TenantId tenant, String stage) implements TaskEvent {
    }

    /** ⑥ by agent-gateway, the last event of every task's life, exactly once. */
    record TaskEnded(TaskId task, TenantId tenant, SessionId session, TaskState state, int attempts, Problem problem,
            Instant endedAt) implements TaskEvent {
    }

    /**
     * By agent-gateway, long after the end: the time a task is kept for is over. Whoever still holds something of it
     * removes it, its directories at sites too.
     */
    record TaskForgotten(TaskId task, TenantId tenant) implements TaskEvent {
    }
}
