package org.diamondhpc.transfer.globus.domain;

import com.fasterxml.jackson.annotation.JsonIgnore;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.diamondhpc.schemas.Absent;
import org.diamondhpc.schemas.reason.Problem;

/**
 * What one errand gives to Globus for one pair of collections.
 *
 * @param workshop the folder at the target site where all of it is to arrive; nothing else lies there
 * @param folder the same folder as the target collection shows it
 * @param files how many there are in all, folders counted by what is in them
 * @param submission of the shipment it goes with; null while it waits for one
 * @param alone whether it shares no shipment, since an earlier one that it shared failed
 * @param problem why it was refused, or why it cannot even be submitted; null otherwise
 * @param skipped lines of which the source could not give everything, by their numbers
 */
public record Consignment(String id, String identity, Owner owner, Way way, String workshop,
        String folder, List<Line> lines,
        int files, long bytes, State state, String submission, boolean alone, Problem problem, Instant createdAt,
        Map<Integer, Problem> skipped) {
    public enum State {
        /** For a shipment that takes it. */
        WAITING,
        SENT,
        /** Globus says that all is there; nobody has looked yet. */
        ARRIVED,
        REFUSED,
        /** Given to another mover, and not to be given to Globus again. */
        WITHDRAWN
    }

    public Consignment {
        lines = Absent.list(lines);
        skipped = Absent.map(skipped);
    }

    /**
     * One wish.
     *
     * @param number of the wish
     * @param real path at the source site, resolved
     * @param size bytes when it was looked at; 0 for a folder
     * @param modified seconds since 1970 when it was looked at
     * @param source path in the source collection
     * @param target path in the target collection
     */
    public record Line(int number, boolean tree, String real, long size, long modified, String source, String target) {
    }

    @JsonIgnore
    public List<Integer> numbers() {
        return lines.stream().map(Line::number).toList();
    }

    public Consignment sentWith(String with) {
        return new Consignment(id, identity, owner, way, workshop, folder, lines, files, bytes, State.SENT, with, alone, null,
                createdAt, skipped);
    }

    /** @param without lines of which the source could not give everything */
    public Consignment arrived(Map<Integer, Problem> without) {
        return new Consignment(id, identity, owner, way, workshop, folder, lines, files, bytes, State.ARRIVED, submission, alone,
                null, createdAt, without);
    }

    public Consignment refused(Problem why) {
        return new Consignment(id, identity, owner, way, workshop, folder, lines, files, bytes, State.REFUSED, submission,
                alone, why, createdAt, skipped);
    }

    /** Still waits; null where only for its turn. */
    public Consignment heldUpBy(Problem why) {
        return new Consignment(id, identity, owner, way, workshop, folder, lines, files, bytes, state, submission, alone,
                why, createdAt, skipped);
    }

    public Consignment withdrawn() {
        return new Consignment(id, identity, owner, way, workshop, folder, lines, files, bytes, State.WITHDRAWN, null,
                alone, null, createdAt, skipped);
    }

    /** Waits again, for a shipment of its own. */
    public Consignment separated() {
        return new Consignment(id, identity, owner, way, workshop, folder, lines, files, bytes, State.WAITING, null, true, null,
                createdAt, skipped);
    }
}
