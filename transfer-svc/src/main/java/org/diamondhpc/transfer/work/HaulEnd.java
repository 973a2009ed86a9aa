package org.diamondhpc.transfer.work;

import org.diamondhpc.schemas.reason.Problem;
import org.diamondhpc.transfer.domain.Haul;

/** How one try at an errand ended. */
sealed interface HaulEnd {
    Haul haul();

    record Complete(Haul haul) implements HaulEnd {
    }

    /** Worth another try after a pause. */
    record Later(Haul haul, Problem problem) implements HaulEnd {
    }

    /** Goes on without anybody standing by. */
    record Underway(Haul haul, Travel travel) implements HaulEnd {
    }

    record Failed(Haul haul, Problem problem) implements HaulEnd {
    }
}
