package org.diamondhpc.messaging.intake;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.time.Duration;

/** Settings of the intake. */
@ConfigMapping(prefix = "diamond.intake")
public interface IntakeConfig {
    /** How often an event is tried whose failure may pass (serialization, deadlock); a database away does not count. */
    @WithDefault("6")
    int tries();

    /**
     * Transactions into which a batch is split by partition, which then run beside each other: while the database works on
     * one the service works on another.
     */
    @WithDefault("1")
    int lanes();

    /** Pause after the first failure that may pass; doubles each time. */
    @WithDefault("50ms")
    Duration pause();
}
