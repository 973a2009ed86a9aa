package org.diamondhpc.site.scheduler.flux;

import org.diamondhpc.site.scheduler.FaultsContract;

/** What Flux 0.88 was heard to say. */
class FluxFaultsTest extends FaultsContract {
    FluxFaultsTest() {
        super("flux");
    }
}
