package org.diamondhpc.transfer.globus.domain;

import java.util.List;
import java.util.Optional;
import org.diamondhpc.transfer.globus.api.TaskDocument;

/** Whose task moves the very same paths, where Globus refuses a second one. */
public final class Conflicts {
    private Conflicts() {
    }

    /**
     * The task under the same label, which only the same shipment has; else the only one on the same way. Where several
     * could be meant nobody can tell, and waiting until they have ended is all that is left.
     */
    public static Optional<TaskDocument> with(Shipment shipment, List<TaskDocument> unfinished) {
        List<TaskDocument> sameWay = unfinished.stream().filter(t -> "TRANSFER".equals(t.type()))
                .filter(t -> shipment.way().from().equals(t.source()) && shipment.way().to().equals(t.destination()))
                .toList();
        return sameWay.stream().filter(t -> shipment.label().equals(t.label())).findFirst()
                .or(() -> sameWay.size() == 1 ? Optional.of(sameWay.getFirst()) : Optional.empty());
    }

    /** Whether it is Diamond's own and may be cancelled. */
    public static boolean own(Shipment shipment, TaskDocument task) {
        return shipment.label().equals(task.label());
    }
}
