package org.diamondhpc.messaging.work;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.time.Duration;

/** Settings of the work table. */
@ConfigMapping(prefix = "diamond.work")
public interface WorkConfig {
    /** False for a process that only enqueues. */
    @WithDefault("true")
    boolean enabled();

    /** How long after a worker's last sign of life another may take its row. */
    @WithDefault("30s")
    Duration lease();

    /** How often due rows are looked for without a nudge. */
    @WithDefault("500ms")
    Duration poll();

    /** Rows of one lane worked at once by this process. */
    @WithDefault("8")
    int perLane();

    /** Rows worked at once by this process. */
    @WithDefault("256")
    int total();

    /** Longest pause after unexpected failures in a row. */
    @WithDefault("60s")
    Duration maxPause();

    /** How long a stopping service waits for running handlers. */
    @WithDefault("5s")
    Duration grace();
}
