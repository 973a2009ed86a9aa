package org.diamondhpc.discovery.board;

import io.micrometer.core.instrument.MeterRegistry;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import org.diamondhpc.discovery.domain.placing.Aftermath;
import org.diamondhpc.discovery.domain.placing.Decision;
import org.diamondhpc.discovery.domain.placing.Question;
import org.diamondhpc.discovery.store.ApplicationRows;
import org.diamondhpc.discovery.store.DecisionRows;
import org.diamondhpc.discovery.store.PlacingRow;
import org.diamondhpc.discovery.store.PlacingRows;
import org.diamondhpc.messaging.NewWork;
import org.diamondhpc.messaging.WorkQueue;
import org.diamondhpc.messaging.domain.EventPublisher;
import org.diamondhpc.schemas.event.TaskEvent;
import org.diamondhpc.schemas.id.TaskId;
import org.diamondhpc.schemas.reason.Problem;
import org.diamondhpc.schemas.task.Candidate;
import org.diamondhpc.schemas.task.Placement;
import org.diamondhpc.schemas.task.TaskOrder;

/** Places tasks in the current transaction: the decision, its record and the event are one. */
@ApplicationScoped
public class Placer {
    /** The work of trying a deferred task again. */
    public static final String PLACE = "place";
    private static final String LANE = "placing";
    private static final String STAGE = "placing";
    /** So that an event stays small with hundreds of sites. */
    private static final int VERDICTS = 200;

    private final Board board;
    private final PlacingRows rows;
    private final ApplicationRows applications;
    private final DecisionRows decisions;
    private final EventPublisher events;
    private final WorkQueue queue;
    private final PlacingConfig config;
    private final Clock clock;
    private final MeterRegistry meters;

    Placer(Board board, PlacingRows rows, ApplicationRows applications, DecisionRows decisions, EventPublisher events, WorkQueue queue,
            PlacingConfig config, Clock clock, MeterRegistry meters) {
        this.board = board;
        this.rows = rows;
        this.applications = applications;
        this.decisions = decisions;
        this.events = events;
        this.queue = queue;
        this.config = config;
        this.clock = clock;
        this.meters = meters;
    }

    /** The first thing heard of a task, so nothing is known of it: its events are one key, and none comes twice. */
    public void placeNew(TaskOrder order) {
        Instant now = clock.instant();
        place(rows.fresh(order.task(), order.tenant(), now), order, now);
    }

    /** A new attempt is due. */
    public void place(TaskOrder order) {
        Instant now = clock.instant();
        PlacingRow row = rows.of(order.task(), order.tenant(), now);
        if (row.cancelled()) {
            events.publish(new TaskEvent.TaskCancelled(order.task(), order.tenant(), STAGE));
        } else if (!row.outdates(order)) {
            place(row, order, now);
        }
    }

    /** A place refused the attempt, or its inputs cannot be had there. */
    public void refused(TaskOrder order, Placement placement, Problem problem) {
        Instant now = clock.instant();
        PlacingRow row = rows.of(order.task(), order.tenant(), now);
        if (row.outdates(order)) {
            return;
        }
        decisions.find(order.attemptId()).ifPresent(d -> d.over(problem.reason().name()));
        board.release(order.task());
        if (row.cancelled()) {
            events.publish(new TaskEvent.TaskCancelled(order.task(), order.tenant(), STAGE));
            return;
        }
        switch (Aftermath.of(order, placement, problem, row.refusals(), config.refusals(), now)) {
            case Aftermath.Again again -> {
                row.refused(again.setback(), again.refusal());
                place(row, again.order(), now);
            }
            case Aftermath.GiveUp giveUp -> failed(row, order, giveUp.problem(), placement.candidates());
        }
    }

    /** Somebody wants it stopped; it is, where it waits here. */
    public void cancel(TaskEvent.TaskCancelRequested request) {
        PlacingRow row = rows.of(request.task(), request.tenant(), clock.instant());
        boolean held = row.waiting();
        row.cancel();
        if (held) {
            queue.cancel(PLACE, request.task().value());
            events.publish(new TaskEvent.TaskCancelled(request.task(), request.tenant(), STAGE));
        }
    }

    /** The task has ended; only its decisions are kept. */
    public void forget(TaskId task) {
        if (rows.forget(task)) {
            queue.cancel(PLACE, task.value());
        }
        decisions.over(task);
        board.release(task);
    }

    /** A deferred task's decision, made outside the transaction. */
    void settle(TaskOrder order, Decision decision) {
        PlacingRow row = rows.of(order.task(), order.tenant(), clock.instant());
        switch (decision) {
            case Decision.Placed placed -> placed(row, order, placed);
            case Decision.Deferred deferred -> deferred(row, order, deferred);
            case Decision.Failed failed -> failed(row, order, failed.problem(), failed.candidates());
        }
    }

    private void place(PlacingRow row, TaskOrder order, Instant now) {
        row.at(order, now);
        Question question = applications.applied(row.question(order, now));
        Decision decision = meters.timer("diamond.placing").record(() -> board.place(question));
        settle(question.order(), decision);
        if (decision instanceof Decision.Deferred deferred) {
            queue.enqueue(new NewWork(PLACE, order.task().value(), LANE, order, deferred.retryAt()));
        }
    }

    private void placed(PlacingRow row, TaskOrder order, Decision.Placed placed) {
        row.settled();
        decisions.add(order, placed);
        events.publish(new TaskEvent.TaskPlaced(order, placed.placement()));
        meters.counter("diamond.placements", "site", placed.placement().site().value()).increment();
    }

    private void deferred(PlacingRow row, TaskOrder order, Decision.Deferred deferred) {
        if (row.deferred(deferred.cause(), clock.instant())) {
            events.publish(new TaskEvent.PlacementDeferred(order.task(), order.tenant(), deferred.problem(),
                    deferred.retryAt()));
        }
        meters.counter("diamond.placements.deferred").increment();
    }

    private void failed(PlacingRow row, TaskOrder order, Problem problem, List<Candidate> candidates) {
        row.settled();
        events.publish(new TaskEvent.PlacementFailed(order, problem, candidates.stream().limit(VERDICTS).toList()));
        meters.counter("diamond.placements.failed", "reason", problem.reason().name()).increment();
    }
}
