package org.diamondhpc.messaging.tx;

import io.smallrye.config.ConfigMapping;

/** What a service says of itself. */
@ConfigMapping(prefix = "diamond.service")
public interface ServiceConfig {
    /** The service's database schema, which is also its name in locks and metrics. */
    String schema();
}
