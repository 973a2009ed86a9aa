package org.diamondhpc.discovery.board;

import io.micrometer.core.instrument.MeterRegistry;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.diamondhpc.discovery.domain.placing.Decision;
import org.diamondhpc.discovery.domain.placing.Improvement;
import org.diamondhpc.discovery.domain.placing.Question;
import org.diamondhpc.discovery.domain.placing.Reconsideration;
import org.diamondhpc.discovery.store.ApplicationRows;
import org.diamondhpc.discovery.store.DecisionRow;
import org.diamondhpc.discovery.store.DecisionRows;
import org.diamondhpc.discovery.store.PlacingRow;
import org.diamondhpc.discovery.store.PlacingRows;
import org.diamondhpc.messaging.domain.EventPublisher;
import org.diamondhpc.schemas.event.TaskEvent;
import org.diamondhpc.schemas.id.SiteId;
import org.diamondhpc.schemas.task.TaskOrder;
import org.jboss.logging.Logger;

/** Has waiting jobs withdrawn where their tasks would be done well sooner elsewhere; in the current transaction. */
@ApplicationScoped
public class Moves {
    private static final Logger LOG = Logger.getLogger(Moves.class);

    private final Board board;
    private final PlacingRows rows;
    private final DecisionRows decisions;
    private final ApplicationRows applications;
    private final EventPublisher events;
    private final Reconsideration.Terms terms;
    private final MeterRegistry meters;

    Moves(Board board, PlacingRows rows, DecisionRows decisions, ApplicationRows applications, EventPublisher events,
            PlacingConfig config, MeterRegistry meters) {
        this.board = board;
        this.rows = rows;
        this.decisions = decisions;
        this.applications = applications;
        this.events = events;
        this.terms = config.reconsider().terms();
        this.meters = meters;
    }

    /** How long a job must have waited at least. */
    Duration patience() {
        return terms.patience();
    }

    /**
     * Whether the task is to be moved, which then is told; nothing happens at a site before submit-svc has heard of it.
     *
     * @param plan where it would go if it were placed now
     */
    boolean begun(DecisionRow row, Improvement.Present here, Decision plan, Instant now) {
        TaskOrder order = row.order();
        if (!terms.concern(order.spec()) || row.placement() == null
                || !(plan instanceof Decision.Placed likely) || pays(row, here, likely, now).isEmpty()) {
            return false;
        }
        Optional<PlacingRow> placing = rows.find(order.task()).filter(p -> !p.cancelled() && !p.outdates(order)
                && terms.due(row.standing(p.moves(), now), now));
        if (placing.isEmpty()) {
            return false;
        }
        // The room is taken for the next attempt, so that not all that wait are moved to the same free nodes.
        Question next = applications.applied(placing.get().question(order.again(null), now));
        Optional<Reconsideration> found = board.place(next) instanceof Decision.Placed placed
                ? pays(row, here, placed, now) : Optional.empty();
        found.ifPresentOrElse(f -> tell(row, f, now), () -> board.release(order.task()));
        return found.isPresent();
    }

    private Optional<Reconsideration> pays(DecisionRow row, Improvement.Present here, Decision.Placed there, Instant now) {
        return Reconsideration.of(here, row.waited(now), there.placement(), terms);
    }

    private void tell(DecisionRow row, Reconsideration found, Instant now) {
        TaskOrder order = row.order();
        SiteId to = found.to().site();
        events.publish(new TaskEvent.PlacementReconsidered(order, row.placement(), found.to(), found.completion(),
                found.gain(), row.waited(now), found.why()));
        row.moves(now);
        meters.counter("diamond.placements.reconsidered", "site", row.site().value(), "to", to.value()).increment();
        LOG.infof("A waiting task is to be moved, task=%s site=%s to=%s gain=%s", order.task(), row.site(), to, found.gain());
    }

    /** It stays where it waits, or its job has begun. */
    public void kept(TaskOrder order) {
        decisions.find(order.attemptId()).ifPresent(DecisionRow::stays);
        if (rows.find(order.task()).filter(p -> p.outdates(order)).isEmpty()) {
            board.release(order.task());
        }
    }
}
