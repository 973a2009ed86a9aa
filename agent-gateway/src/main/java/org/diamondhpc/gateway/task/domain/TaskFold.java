package org.diamondhpc.gateway.task.domain;

import static org.diamondhpc.schemas.task.TaskState.CANCELLED;
import static org.diamondhpc.schemas.task.TaskState.COLLECTING;
import static org.diamondhpc.schemas.task.TaskState.FAILED;
import static org.diamondhpc.schemas.task.TaskState.PLACING;
import static org.diamondhpc.schemas.task.TaskState.QUEUED;
import static org.diamondhpc.schemas.task.TaskState.RUNNING;
import static org.diamondhpc.schemas.task.TaskState.STAGING;
import static org.diamondhpc.schemas.task.TaskState.SUBMITTING;
import static org.diamondhpc.schemas.task.TaskState.SUCCEEDED;
import static org.diamondhpc.schemas.task.TaskState.UNCONFIRMED;

import java.time.Instant;
import org.diamondhpc.schemas.event.TaskEvent;
import org.diamondhpc.schemas.reason.Problem;
import org.diamondhpc.schemas.task.JobEnd;
import org.diamondhpc.schemas.task.TaskState;

/**
 * What an event makes of a task. The gateway's own events are ignored here: their effect was decided where they were
 * published. Discovery decides whether another place may do; the gateway decides whether the task is tried again or
 * has ended.
 */
public record TaskFold(TaskLife life, Instant at) {
    private static final TaskDecision IGNORED = new TaskDecision.Ignored();

    public TaskDecision on(TaskEvent event) {
        if (life.ended()) {
            return event instanceof TaskEvent.JobAccounted e && e.attempt().number() == life.attempt()
                    ? goes(life.with(life.facts().accounted(e.usage()))) : IGNORED;
        }
        return switch (event) {
            case TaskEvent.TaskPlaced e -> placed(e);
            case TaskEvent.PlacementFailed e when e.order().attempt() < life.attempt() -> IGNORED;
            case TaskEvent.PlacementFailed e -> ends(life.cancelRequested() ? life.end(CANCELLED, null, at)
                    : life.end(FAILED, e.problem(), at));
            case TaskEvent.PlacementDeferred e -> life.state() == PLACING
                    ? goes(life.troubled(PLACING, e.problem(), e.retryAt())) : IGNORED;
            case TaskEvent.TaskCancelled e -> ends(life.end(CANCELLED, null, at));
            case TaskEvent.SubmissionUnconfirmed e -> e.attempt().number() == life.attempt()
                    && life.facts().job() == null ? goes(life.troubled(UNCONFIRMED, e.problem(), null)) : IGNORED;
            case TaskEvent.Deferred e -> e.attempt().number() == life.attempt() ? deferred(e) : IGNORED;
            case TaskEvent.Step e -> e.order().attempt() == life.attempt() ? step(e) : IGNORED;
            case TaskEvent.JobNews e -> e.attempt().number() == life.attempt() ? news(e) : IGNORED;
            case TaskEvent.PlacementImproved e -> IGNORED;
            case TaskEvent.TaskCancelRequested e -> IGNORED;
            case TaskEvent.TaskEnded e -> IGNORED;
            case TaskEvent.TaskForgotten e -> IGNORED;
        };
    }

    /** The step stays the same; what is in its way is shown until it is taken. */
    private TaskDecision deferred(TaskEvent.Deferred e) {
        boolean waits = switch (e) {
            case TaskEvent.StagingDeferred s -> life.state() == STAGING;
            case TaskEvent.SubmissionDeferred s -> life.facts().job() == null
                    && (life.state() == SUBMITTING || life.state() == UNCONFIRMED);
            case TaskEvent.CollectionDeferred c -> life.state() == COLLECTING;
        };
        TaskState state = life.state() == UNCONFIRMED ? SUBMITTING : life.state();
        return waits ? goes(life.troubled(state, e.problem(), e.retryAt())) : IGNORED;
    }

    private TaskDecision placed(TaskEvent.TaskPlaced e) {
        int number = e.order().attempt();
        boolean due = number > life.attempt() || number == life.attempt() && life.state() == PLACING;
        return due ? goes(life.placed(number, AttemptFacts.at(e.placement()), at)) : IGNORED;
    }

    private TaskDecision step(TaskEvent.Step step) {
        return switch (step) {
            case TaskEvent.InputsStaged e -> life.state() == STAGING ? goes(life.at(SUBMITTING,
                    life.facts().staged(e.staging()), life.timings().staged(at))) : IGNORED;
            case TaskEvent.StagingFailed e -> goes(life.troubled(PLACING, e.problem(), null));
            case TaskEvent.JobRejected e -> goes(life.troubled(PLACING, e.problem(), null));
            case TaskEvent.JobSubmitted e -> submitted(e);
            case TaskEvent.PlacementReconsidered e -> goes(life.beingMoved());
            case TaskEvent.JobFinished e -> life.state() == COLLECTING ? IGNORED : goes(life.at(COLLECTING,
                    life.facts().finished(e.job(), e.outcome()),
                    life.timings().finished(e.outcome().startedAt(), ended(e))));
            case TaskEvent.OutputsCollected e -> collected(e);
            case TaskEvent.TaskRequested e -> IGNORED;
            case TaskEvent.DependenciesMet e -> IGNORED;
            case TaskEvent.TaskRetried e -> IGNORED;
            case TaskEvent.TaskPlaced e -> IGNORED;
            case TaskEvent.PlacementFailed e -> IGNORED;
        };
    }

    private TaskDecision submitted(TaskEvent.JobSubmitted e) {
        boolean early = switch (life.state()) {
            case STAGING, SUBMITTING, UNCONFIRMED, PLACING -> true;
            default -> false;
        };
        AttemptFacts known = life.facts().submitted(e.job());
        return goes(early ? life.at(QUEUED, known, life.timings().submitted(at)) : life.with(known));
    }

    private TaskDecision news(TaskEvent.JobNews news) {
        AttemptFacts known = life.facts();
        boolean over = life.state() == COLLECTING;
        return switch (news) {
            case TaskEvent.JobPending e -> over || life.state() == RUNNING ? IGNORED : goes(life.at(QUEUED,
                    known.submitted(e.job()).waiting(new AttemptFacts.Pending(e.queueReason(), e.explanation(),
                            e.estimatedStart())), life.timings()));
            case TaskEvent.JobStarted e -> over ? IGNORED : goes(life.at(RUNNING, known.running(e.job(), e.nodes()),
                    life.timings().started(e.startedAt() == null ? at : e.startedAt())));
            case TaskEvent.JobRequeued e -> over ? IGNORED : goes(life.at(QUEUED,
                    known.waiting(new AttemptFacts.Pending("Requeued", e.cause(), null)), life.timings()));
            case TaskEvent.JobIdentified e -> goes(life.with(known.submitted(e.job())));
            case TaskEvent.JobAccounted e -> goes(life.with(known.accounted(e.usage())));
            case TaskEvent.DuplicateJobFenced e -> IGNORED;
        };
    }

    private TaskDecision collected(TaskEvent.OutputsCollected e) {
        AttemptFacts known = life.facts().finished(e.job(), e.outcome()).collected(e.outputs(), e.missing());
        Instant finished = life.timings().finishedAt() == null ? e.outcome().endedAt() : life.timings().finishedAt();
        TaskLife here = life.at(COLLECTING, known,
                life.timings().finished(e.outcome().startedAt(), finished).collected(at));
        if (e.outcome().end() == JobEnd.COMPLETED && e.missing().isEmpty() && e.problem() == null) {
            return ends(here.end(SUCCEEDED, null, at));
        }
        Problem why = RetryRule.problem(e.outcome(), e.missing(), e.problem());
        if (life.cancelRequested()) {
            return ends(here.end(CANCELLED, null, at));
        }
        if (life.moving() && e.outcome().end() == JobEnd.CANCELLED) {
            return goes(here.troubled(PLACING, why, null));
        }
        if (RetryRule.again(e.outcome().end(), life.retries(), e.order().spec().retries().limit())) {
            return new TaskDecision.Retries(here.again(why, at),
                    RetryRule.exclusion(e.placement(), e.outcome()), why);
        }
        return ends(here.end(FAILED, why, at));
    }

    private Instant ended(TaskEvent.JobFinished e) {
        return e.outcome().endedAt() == null ? at : e.outcome().endedAt();
    }

    private static TaskDecision goes(TaskLife life) {
        return new TaskDecision.Goes(life);
    }

    private static TaskDecision ends(TaskLife life) {
        return new TaskDecision.Ends(life);
    }
}
