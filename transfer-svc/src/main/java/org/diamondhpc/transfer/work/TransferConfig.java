package org.diamondhpc.transfer.work;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.time.Duration;

/** How files move. */
@ConfigMapping(prefix = "diamond.transfer")
interface TransferConfig {
    /** How long a task that may run elsewhere waits for a site before it is given back. */
    @WithDefault("10m")
    Duration giveUp();

    /** How long a transfer asked for by an agent waits for a site. */
    @WithDefault("24h")
    Duration transferGiveUp();

    @WithDefault("1s")
    Duration firstPause();

    @WithDefault("60s")
    Duration longestPause();

    /** How often a transfer's progress is told at most. */
    @WithDefault("1s")
    Duration progress();

    /** Largest stdout or stderr whose checksum is taken before the task's end is told, bytes. */
    @WithDefault("67108864")
    long streamChecksumLimit();

    /** Largest output whose checksum is taken there and then, bytes. */
    @WithDefault("4294967296")
    long outputChecksumLimit();
}
