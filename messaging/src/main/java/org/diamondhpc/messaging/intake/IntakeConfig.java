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

    /** Pause after the first failure that may pass; doubles each time. */
    @WithDefault("50ms")
    Duration pause();
}
