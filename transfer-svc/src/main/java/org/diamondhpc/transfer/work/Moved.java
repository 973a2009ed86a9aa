package org.diamondhpc.transfer.work;

import java.util.List;
import org.diamondhpc.schemas.reason.Problem;
import org.diamondhpc.transfer.domain.Arrival;

/** What became of one item. */
sealed interface Moved {
    int number();

    /** @param facts what is now known of files at either end, for the catalogue */
    record There(Arrival arrival, List<ReplicaFact> facts) implements Moved {
        @Override
        public int number() {
            return arrival.wish();
        }
    }

    record NotThere(int number, Problem problem) implements Moved {
    }
}
