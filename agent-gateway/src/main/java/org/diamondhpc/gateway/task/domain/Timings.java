package org.diamondhpc.gateway.task.domain;

import java.time.Instant;

/**
 * When the current attempt reached each step of the ring; absent: not yet.
 *
 * @param requestedAt when the task was asked for, the same for all attempts
 * @param readyAt when its dependencies were met, or the last attempt had ended
 * @param startedAt when the job started, by the site's clock
 * @param finishedAt when the job ended, by the site's clock
 */
public record Timings(Instant requestedAt, Instant readyAt, Instant placedAt, Instant stagedAt, Instant submittedAt,
        Instant startedAt, Instant finishedAt, Instant collectedAt, Instant endedAt) {
    static Timings from(Instant requestedAt) {
        return new Timings(requestedAt, requestedAt, null, null, null, null, null, null, null);
    }

    Timings ready(Instant at) {
        return new Timings(requestedAt, at, null, null, null, null, null, null, null);
    }

    Timings placed(Instant at) {
        return new Timings(requestedAt, readyAt, at, null, null, null, null, null, null);
    }

    Timings staged(Instant at) {
        return new Timings(requestedAt, readyAt, placedAt, at, null, null, null, null, null);
    }

    Timings submitted(Instant at) {
        return new Timings(requestedAt, readyAt, placedAt, stagedAt, at, startedAt, finishedAt, null, null);
    }

    Timings started(Instant at) {
        return new Timings(requestedAt, readyAt, placedAt, stagedAt, submittedAt, at, null, null, null);
    }

    Timings finished(Instant started, Instant at) {
        return new Timings(requestedAt, readyAt, placedAt, stagedAt, submittedAt,
                started == null ? startedAt : started, at, null, null);
    }

    Timings collected(Instant at) {
        return new Timings(requestedAt, readyAt, placedAt, stagedAt, submittedAt, startedAt, finishedAt, at, null);
    }

    Timings ended(Instant at) {
        return new Timings(requestedAt, readyAt, placedAt, stagedAt, submittedAt, startedAt, finishedAt, collectedAt,
                at);
    }
}
