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
import java.util.List;
import java.util.Optional;
import org.diamondhpc.schemas.event.TaskEvent;
import org.diamondhpc.schemas.reason.Problem;
import org.diamondhpc.schemas.task.JobEnd;
import org.diamondhpc.schemas.task.JobOutcome;
import org.diamondhpc.schemas.task.TaskState;

/**
 * What an event makes of a task. The gateway's own events are ignored here: their effect was decided where they were
 * published. Discovery decides whether another place may do; the gateway decides whether the task is tried again or
 * has ended.
 *
 * @param held whether the end of its job is not decided on yet
 */
public record TaskFold(TaskLife life, Instant at, boolean held) {
    private static final TaskDecision IGNORED = new TaskDecision.Ignored();

    public TaskFold(TaskLife life, Instant at) {
        this(life, at, false);
    }

    public TaskDecision on(TaskEvent event) {
        Optional<TaskDecision> hedged = new HedgeFold(life, at).on(event);
        if (hedged.isPresent()) {
            return hedged.get();
        }
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
            case TaskEvent.PlacementReconsidered e -> goes(life.reconsidered(PlacementMove.of(e, at)));
            case TaskEvent.JobWithdrawn e -> goes(life.withdrawn(at));
            case TaskEvent.PlacementKept e -> kept(e);
            case TaskEvent.JobFinished e -> life.state() == COLLECTING || life.moving() && life.state() != RUNNING
                    ? IGNORED : goes(life.at(COLLECTING,
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
            case TaskEvent.AttemptChosen e -> IGNORED;
            case TaskEvent.GoGiven e -> IGNORED;
            case TaskEvent.GoMissed e -> IGNORED;
        };
    }

    private TaskDecision collected(TaskEvent.OutputsCollected e) {
        AttemptFacts known = life.facts().finished(e.job(), e.outcome()).collected(e.outputs(), e.missing());
        Instant finished = life.timings().finishedAt() == null ? e.outcome().endedAt() : life.timings().finishedAt();
        TaskLife here = life.at(COLLECTING, known,
                life.timings().finished(e.outcome().startedAt(), finished).collected(at));
        // a job that is being withdrawn may have ended without any of the user's work: its claim decides, not its end
        return held || life.moving() ? goes(here.troubled(COLLECTING, e.problem(), null)) : over(here.turnedOut(), limit(e), e.problem());
    }

    /** Where its outputs came before this answer, the task is decided on now. */
    private TaskDecision kept(TaskEvent.PlacementKept e) {
        TaskLife stays = life.kept(e.why(), at);
        boolean collected = stays.state() == COLLECTING && stays.timings().collectedAt() != null;
        return collected ? over(stays, limit(e), stays.problem()) : goes(stays);
    }

    /**
     * A job's end, with all it left behind.
     *
     * @param limit of the task's retries
     * @param collecting why not everything could be collected; null: all was
     */
    TaskDecision over(TaskLife here, int limit, Problem collecting) {
        JobOutcome outcome = here.facts().outcome();
        List<String> missing = here.facts().missing();
        if (outcome.end() == JobEnd.COMPLETED && missing.isEmpty() && collecting == null) {
            return ends(here.end(SUCCEEDED, null, at));
        }
        Problem why = RetryRule.problem(outcome, missing, collecting);
        if (life.cancelRequested()) {
            return ends(here.end(CANCELLED, null, at));
        }
        if (RetryRule.again(outcome.end(), life.retries(), limit)) {
            return new TaskDecision.Retries(here.again(why, at), RetryRule.exclusion(here.facts().placement(), outcome), why);
        }
        return ends(here.end(FAILED, why, at));
    }

    private static int limit(TaskEvent.Step e) {
        return e.order().spec().retries().limit();
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
