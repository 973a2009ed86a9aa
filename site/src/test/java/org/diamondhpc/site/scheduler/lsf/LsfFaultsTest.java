package org.diamondhpc.site.scheduler.lsf;

import org.diamondhpc.site.scheduler.FaultsContract;

/** What LSF says by its documentation. */
class LsfFaultsTest extends FaultsContract {
    LsfFaultsTest() {
        super("lsf");
    }
}
