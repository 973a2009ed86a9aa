package org.diamondhpc.transfer.globus.domain;

import com.fasterxml.jackson.annotation.JsonIgnore;
import java.time.Instant;
import java.util.List;
import org.diamondhpc.schemas.Absent;
import org.diamondhpc.schemas.reason.Problem;

/**
 * One Globus task, from before it is one. The submission's id and the whole document are kept before Globus hears of
 * it, so whoever is unsure whether it was submitted submits the same again, which Globus takes for the same.
 *
 * @param document what is sent, to the letter
 * @param folders in the target collection, that hold what it brings
 * @param files how many its consignments have
 * @param task its id at Globus; null until that is known
 * @param attached whether somebody else's task does the same, and is watched instead
 * @param doubtful whether Globus may have it although no id came back
 * @param cancelling whether Globus was asked to cancel it
 * @param problem what is in the way, or why it failed; null while all is well
 * @param failures of submitting it, in a row
 * @param tryAt when it is submitted again; null at once
 */
public record Shipment(String submission, String identity, Kind kind, Way way, String document, String label,
        List<String> folders, int files, long bytes, String task, State state, boolean attached, boolean doubtful,
        boolean cancelling, Look look, Problem problem, int failures, Instant tryAt, Instant plannedAt,
        Instant endedAt) {
    public enum Kind { TRANSFER, DELETE }

    public enum State {
        PLANNED, ACTIVE, SUCCEEDED, FAILED;

        public boolean ended() {
            return this == SUCCEEDED || this == FAILED;
        }
    }

    public Shipment {
        folders = Absent.list(folders);
    }

    public static Shipment planned(String submission, String identity, Kind kind, Way way, String document,
            String label, List<String> folders, int files, long bytes, Instant now) {
        return new Shipment(submission, identity, kind, way, document, label, folders, files, bytes, null,
                State.PLANNED, false, true, false, Look.none(now), null, 0, null, now, null);
    }

    public Shipment accepted(String as, boolean others, Instant now) {
        return new Shipment(submission, identity, kind, way, document, label, folders, files, bytes, as, State.ACTIVE,
                others, false, cancelling, Look.none(now), null, 0, null, plannedAt, null);
    }

    /** @param unsure whether Globus may have it all the same */
    public Shipment postponed(Problem why, Instant until, boolean unsure) {
        return new Shipment(submission, identity, kind, way, document, label, folders, files, bytes, task, state,
                attached, unsure, cancelling, look, why, failures + 1, until, plannedAt, null);
    }

    public Shipment seen(Look now, Problem trouble) {
        return new Shipment(submission, identity, kind, way, document, label, folders, files, bytes, task, state,
                attached, doubtful, cancelling, now, trouble, failures, tryAt, plannedAt, null);
    }

    /** Asked to be cancelled; the reason, where there is one, stays the reason whatever Globus says of the end. */
    public Shipment cancelAsked(Problem why) {
        return new Shipment(submission, identity, kind, way, document, label, folders, files, bytes, task, state,
                attached, doubtful, true, look, why, failures, tryAt, plannedAt, null);
    }

    public Shipment ended(State how, Look last, Problem why, Instant now) {
        return new Shipment(submission, identity, kind, way, document, label, folders, files, bytes, task, how,
                attached, false, cancelling, last, why, failures, null, plannedAt, now);
    }

    /** Sent again, maybe in other words: Globus may have it from now on. */
    public Shipment begun(String words) {
        return new Shipment(submission, identity, kind, way, words, label, folders, files, bytes, task, state,
                attached, true, cancelling, look, problem, failures, tryAt, plannedAt, null);
    }

    /** Whether it waits for a person or for somebody to answer. */
    @JsonIgnore
    public boolean held() {
        return state == State.PLANNED && problem != null;
    }

    @JsonIgnore
    public boolean dueAt(Instant now) {
        return state == State.PLANNED && (tryAt == null || !now.isBefore(tryAt));
    }
}
