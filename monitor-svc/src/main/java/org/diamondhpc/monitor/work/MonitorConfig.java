package org.diamondhpc.monitor.work;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import java.time.Duration;
import org.diamondhpc.monitor.domain.WatchRules;

/** {@code diamond.monitor.*}. */
@ConfigMapping(prefix = "diamond.monitor")
interface MonitorConfig {
    /** How long healthy looks must find nothing of a job before it is LOST. */
    @WithDefault("PT2M")
    Duration grace();

    /** Turns configuration into the domain's own rules. */
    class Beans {
        @Produces
        @Singleton
        WatchRules rules(MonitorConfig config) {
            return new WatchRules(config.grace());
        }
    }
}
