package org.diamondhpc.messaging.intake;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.time.Duration;

/** Settings of the inbox. */
@ConfigMapping(prefix = "diamond.inbox")
public interface InboxConfig {
    /** Longer than the topics keep their records (7 days), so that a group that starts over repeats nothing. */
    @WithDefault("8d")
    Duration retention();

    @WithDefault("10m")
    Duration pruneEvery();
}
