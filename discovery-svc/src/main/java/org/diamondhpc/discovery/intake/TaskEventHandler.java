package org.diamondhpc.discovery.intake;

import jakarta.enterprise.context.ApplicationScoped;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;
import org.diamondhpc.discovery.board.Moves;
import org.diamondhpc.discovery.board.Placer;
import org.diamondhpc.discovery.store.DecisionRows;
import org.diamondhpc.discovery.store.PlacingRows;
import org.diamondhpc.messaging.EventHandler;
import org.diamondhpc.messaging.ReceivedEvent;
import org.diamondhpc.messaging.domain.EventReader;
import org.diamondhpc.schemas.event.TaskEvent;

/** What each task event means to placement. */
@ApplicationScoped
class TaskEventHandler implements EventHandler {
    static final Predicate<ReceivedEvent> WANTED = EventReader.anyOf(TaskEvent.TaskRequested.class,
            TaskEvent.DependenciesMet.class, TaskEvent.TaskRetried.class, TaskEvent.JobRejected.class,
            TaskEvent.StagingFailed.class, TaskEvent.JobWithdrawn.class, TaskEvent.PlacementKept.class,
            TaskEvent.TaskCancelRequested.class, TaskEvent.InputsStaged.class,
            TaskEvent.JobSubmitted.class, TaskEvent.JobStarted.class, TaskEvent.JobFinished.class,
            TaskEvent.TaskEnded.class);

    private static final Predicate<ReceivedEvent> OF_PLACED = EventReader.anyOf(TaskEvent.InputsStaged.class,
            TaskEvent.JobSubmitted.class, TaskEvent.JobStarted.class, TaskEvent.JobFinished.class);
    private static final Predicate<ReceivedEvent> OF_ENDED = EventReader.anyOf(TaskEvent.TaskEnded.class);

    private final Placer placer;
    private final Moves moves;
    private final Truth truth;
    private final PlacingRows rows;
    private final DecisionRows decisions;

    TaskEventHandler(Placer placer, Moves moves, Truth truth, PlacingRows rows, DecisionRows decisions) {
        this.rows = rows;
        this.decisions = decisions;
        this.placer = placer;
        this.moves = moves;
        this.truth = truth;
    }

    @Override
    public void expect(List<ReceivedEvent> events) {
        decisions.expect(tasks(events, OF_PLACED));
        rows.expect(tasks(events, OF_ENDED));
    }

    private static List<String> tasks(List<ReceivedEvent> events, Predicate<ReceivedEvent> which) {
        return events.stream().filter(which).map(ReceivedEvent::key).filter(Objects::nonNull).distinct().toList();
    }

    @Override
    public void handle(ReceivedEvent received) {
        EventReader.task(received).ifPresent(event -> handle(event, received.time()));
    }

    /** @param at when it was written */
    private void handle(TaskEvent event, Instant at) {
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
            case TaskEvent.JobWithdrawn withdrawn -> placer.withdrawn(withdrawn.order(), withdrawn.placement());
            case TaskEvent.PlacementKept kept -> moves.kept(kept.order());
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
