package org.diamondhpc.messaging.outbox;

import io.quarkus.runtime.configuration.MemorySize;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.time.Duration;

/** Settings of the outbox. */
@ConfigMapping(prefix = "diamond.outbox")
public interface OutboxConfig {
    /** Largest body; below the brokers' {@code message.max.bytes} of 1 MiB, with room for the headers. */
    @WithDefault("900K")
    MemorySize maxBody();

    /** Rows sent before the relay waits for their acknowledgements. */
    @WithDefault("500")
    int batch();

    /**
     * How often the relay looks without having been nudged. Only the replica that sends is nudged by its own commits:
     * where a service has several replicas, a poll of 50 ms keeps the others' events quick for 20 small queries a
     * second.
     */
    @WithDefault("1s")
    Duration poll();

    /** How long a topic rests at first that does not take records (missing, forbidden, broker away). */
    @WithDefault("1s")
    Duration rest();

    /** False for a process that only writes rows. */
    @WithDefault("true")
    boolean relay();
}
