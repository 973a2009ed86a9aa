package org.diamondhpc.site.scheduler.pbs;

import org.diamondhpc.site.scheduler.FaultsContract;

/** What OpenPBS 23.06 was heard to say. */
class PbsFaultsTest extends FaultsContract {
    PbsFaultsTest() {
        super("pbs");
    }
}
