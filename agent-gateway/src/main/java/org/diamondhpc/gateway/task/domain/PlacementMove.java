package org.diamondhpc.gateway.task.domain;

import java.time.Duration;
import java.time.Instant;
import org.diamondhpc.schemas.event.TaskEvent;
import org.diamondhpc.schemas.id.SiteId;
import org.diamondhpc.schemas.task.Placement;

/**
 * A task that waited in a queue was to be moved, as it would be done well sooner elsewhere.
 *
 * @param attempt the one that waited
 * @param to where it would go; once it was placed anew, where it went
 * @param waited how long its job had waited
 * @param here until it would be done where it waited, foreseen at {@code decidedAt}
 * @param there until it would be done there, foreseen when it was placed there
 * @param settledAt when its job was withdrawn, or the move dropped; absent: not yet
 * @param took from the decision to the job's end at its new place; absent: not yet
 * @param said the same in words
 */
public record PlacementMove(int attempt, SiteId from, String fromPartition, SiteId to, String toPartition, Duration waited,
        Duration here, Duration there, MoveState state, Instant decidedAt, Instant settledAt, Duration took, String said) {
    static PlacementMove of(TaskEvent.PlacementReconsidered e, Instant at) {
        return new PlacementMove(e.order().attempt(), e.from().site(), e.from().partition(), e.to().site(), e.to().partition(),
                e.waited(), e.completion(), e.to().prediction() == null ? null : e.to().prediction().completion(),
                MoveState.UNDER_WAY, at, null, null, e.why());
    }

    boolean underWay() {
        return state == MoveState.UNDER_WAY;
    }

    PlacementMove moved(Instant at) {
        return new PlacementMove(attempt, from, fromPartition, to, toPartition, waited, here, there, MoveState.MOVED, decidedAt,
                at, null, said + "; its job was withdrawn before it began");
    }

    PlacementMove kept(String why, Instant at) {
        return new PlacementMove(attempt, from, fromPartition, to, toPartition, waited, here, there, MoveState.KEPT, decidedAt,
                at, null, said + "; it stayed: " + why);
    }

    /** It was placed anew, there or at a place that was better still. */
    PlacementMove placed(Placement at) {
        boolean elsewhere = !at.site().equals(to);
        return new PlacementMove(attempt, from, fromPartition, at.site(), at.partition(), waited, here,
                at.prediction() == null ? there : at.prediction().completion(), state, decidedAt, settledAt, null,
                elsewhere ? said + "; it was placed at " + at.site() : said);
    }

    /** Its job there has ended. */
    PlacementMove done(Instant at) {
        Duration time = at.isBefore(decidedAt) ? Duration.ZERO : Duration.between(decidedAt, at);
        return new PlacementMove(attempt, from, fromPartition, to, toPartition, waited, here, there, state, decidedAt,
                settledAt, time, said + "; it ended " + time.toSeconds() + " s after that was decided");
    }
}
