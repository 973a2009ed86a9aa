package org.diamondhpc.discovery.board;

import io.micrometer.core.instrument.MeterRegistry;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import org.diamondhpc.discovery.domain.placing.Aftermath;
import org.diamondhpc.discovery.domain.placing.Decision;
import org.diamondhpc.discovery.domain.placing.Question;
import org.diamondhpc.discovery.domain.verdict.Setback;
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
import org.diamondhpc.schemas.reason.Reason;
import org.diamondhpc.schemas.task.Candidate;
import org.diamondhpc.schemas.task.Hedge;
import org.diamondhpc.schemas.task.Placement;
import org.diamondhpc.schemas.task.TaskOrder;

/** Places tasks in the current transaction: the decision, its record and the event are one. */
@ApplicationScoped
public class Placer {
    /** The work of trying a deferred task again. */
    public static final String PLACE = "place";
    private static final String LANE = "placing";
    private static final String STAGE = "placing";
    /** How an attempt is said to have ended whose job was withdrawn. */
    private static final String WITHDRAWN = "WITHDRAWN";
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
        if (order.hedge() != null) { // the gateway knows whether another of its attempts may still do
            decisions.find(order.attemptId()).ifPresent(d -> d.over(problem.reason().name()));
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

    /** Its job was withdrawn before it began, so that it can be moved. */
    public void withdrawn(TaskOrder order, Placement from) {
        Instant now = clock.instant();
        PlacingRow row = rows.of(order.task(), order.tenant(), now);
        if (row.outdates(order)) {
            return;
        }
        decisions.find(order.attemptId()).ifPresent(d -> d.over(WITHDRAWN));
        board.release(order.task());
        if (row.cancelled()) {
            events.publish(new TaskEvent.TaskCancelled(order.task(), order.tenant(), STAGE));
            return;
        }
        row.moved();
        place(row, order.again(null), now, new Setback(from.site(), from.partition(), now.plus(config.reconsider().rest()),
                Problem.of(Reason.PLACEMENT_NO_SITE_AVAILABLE, "it has just been moved away from there")));
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
        place(row, order, now, null);
    }

    /** @param last a place that is taken only where there is no other; null: none */
    private void place(PlacingRow row, TaskOrder order, Instant now, Setback last) {
        row.at(order, now);
        Question question = applications.applied(row.question(order, now));
        Decision decision = meters.timer("diamond.placing").record(() -> place(question, last));
        settle(question.order(), decision);
        if (decision instanceof Decision.Deferred deferred) {
            queue.enqueue(new NewWork(PLACE, order.task().value(), LANE, order, deferred.retryAt()));
        }
    }

    private Decision place(Question question, Setback last) {
        Decision decision = board.place(last == null ? question : question.avoiding(last));
        return last == null || decision instanceof Decision.Placed ? decision : board.place(question);
    }

    private void placed(PlacingRow row, TaskOrder order, Decision.Placed placed) {
        row.settled();
        if (placed.copies().isEmpty()) {
            goes(order, placed);
            return;
        }
        Hedge hedge = new Hedge(order.attempt(), 1 + placed.copies().size(), config.hedge().patience());
        goes(order.hedged(hedge, hedge.first()), placed);
        for (int i = 0; i < placed.copies().size(); i++) {
            goes(order.hedged(hedge, hedge.first() + 1 + i), placed.copies().get(i));
        }
        meters.counter("diamond.placements.hedged").increment();
        meters.counter("diamond.placements.hedged.copies").increment(placed.copies().size());
    }

    private void goes(TaskOrder order, Decision.Placed placed) {
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
