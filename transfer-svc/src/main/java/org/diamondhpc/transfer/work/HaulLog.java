package org.diamondhpc.transfer.work;

import java.util.List;
import org.diamondhpc.transfer.domain.Haul;

/** Hears how an errand goes. */
interface HaulLog {
    /** Saves how far it came, with what is now known of files. @throws Stopped */
    void save(Haul haul, List<ReplicaFact> facts);

    void bytes(long more);

    /** @throws Stopped where nobody wants the result any more */
    void checkStopped();
}
