package org.diamondhpc.discovery.intake;

import jakarta.enterprise.context.ApplicationScoped;
import java.time.Instant;
import java.util.function.Predicate;
import org.diamondhpc.discovery.board.Placer;
import org.diamondhpc.messaging.ReceivedEvent;
import org.diamondhpc.messaging.domain.EventReader;
import org.diamondhpc.schemas.event.TaskEvent;

/** What each task event means to placement. */
@ApplicationScoped
class TaskEventHandler {
    static final Predicate<ReceivedEvent> WANTED = EventReader.anyOf(TaskEvent.TaskRequested.class,
            TaskEvent.DependenciesMet.class, TaskEvent.TaskRetried.class, TaskEvent.JobRejected.class,
            TaskEvent.StagingFailed.class, TaskEvent.TaskCancelRequested.class, TaskEvent.InputsStaged.class,
            TaskEvent.JobSubmitted.class, TaskEvent.JobStarted.class, TaskEvent.JobFinished.class,
            TaskEvent.TaskEnded.class);

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
            default -> { }
        }
    }
}
