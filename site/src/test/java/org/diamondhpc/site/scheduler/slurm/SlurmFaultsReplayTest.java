package org.diamondhpc.site.scheduler.slurm;

import org.diamondhpc.site.scheduler.FaultsContract;

/** What Slurm 22.05 was heard to say while its daemons were stopped, killed or cut off. */
class SlurmFaultsReplayTest extends FaultsContract {
    SlurmFaultsReplayTest() {
        super("slurm");
    }
}
