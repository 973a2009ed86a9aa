package org.diamondhpc.transfer.globus;

import java.time.Instant;
import org.diamondhpc.transfer.globus.domain.Owner;

/** The errands that wait for consignments. */
public interface Owners {
    /** Whether somebody still wants it: the row is there and is of the same errand. */
    boolean alive(Owner owner);

    /** There is news for it. In the current transaction. */
    void hasten(Owner owner, Instant now);
}
