package org.diamondhpc.discovery.intake;

import jakarta.enterprise.context.ApplicationScoped;
import java.time.Instant;
import org.diamondhpc.discovery.board.Placer;
import org.diamondhpc.schemas.event.TaskEvent;

/** What each task event means to placement. */
@ApplicationScoped
class TaskEventHandler {
    private final Placer placer;
    private final Truth truth;

    TaskEventHandler(Placer placer, Truth truth) {
        this.placer = placer;
        this.truth = truth;
    }

    /** @param at when it was written */
    void handle(TaskEvent event, Instant at) {
        switch (event) {
            case TaskEvent.TaskRequested requested -> {
                // one that waits for other tasks comes again as DependenciesMet
                if (requested.order().spec().dependsOn().isEmpty()) {
                    placer.placeNew(requested.order());
                }
            }
            case TaskEvent.DependenciesMet met -> placer.place(met.order());
            case TaskEvent.TaskRetried retried -> placer.place(retried.order());
            case TaskEvent.JobRejected rejected ->
                placer.refused(rejected.order(), rejected.placement(), rejected.problem());
            case TaskEvent.StagingFailed failed -> placer.refused(failed.order(), failed.placement(), failed.problem());
            case TaskEvent.TaskCancelRequested cancel -> placer.cancel(cancel);
            case TaskEvent.InputsStaged staged -> truth.staged(staged, at);
            case TaskEvent.JobSubmitted submitted -> truth.submitted(submitted, at);
            case TaskEvent.JobStarted started -> truth.started(started);
            case TaskEvent.JobFinished finished -> truth.finished(finished);
            case TaskEvent.TaskEnded ended -> placer.forget(ended.task());
            case TaskEvent.TaskPlaced p -> { }
            case TaskEvent.PlacementDeferred p -> { }
            case TaskEvent.PlacementFailed p -> { }
            case TaskEvent.PlacementReconsidered p -> { }
            case TaskEvent.StagingStalled s -> { }
            case TaskEvent.SubmissionUnconfirmed s -> { }
            case TaskEvent.JobPending j -> { }
            case TaskEvent.JobRequeued j -> { }
            case TaskEvent.JobIdentified j -> { }
            case TaskEvent.DuplicateJobFenced j -> { }
            case TaskEvent.JobAccounted j -> { }
            case TaskEvent.OutputsCollected o -> { }
            case TaskEvent.TaskCancelled t -> { }
        }
    }
}
