package org.diamondhpc.gateway.retention;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.time.Duration;

/** How long things are kept. Counted from the end of a task or transfer, else from when it was written. */
@ConfigMapping(prefix = "diamond.gateway.retention")
public interface RetentionPolicy {
    /** An ended task: its page, its journal, and its attempts' directories at sites with the outputs in them. */
    @WithDefault("30d")
    Duration tasks();

    /** An ended transfer and its journal; what it moved stays. */
    @WithDefault("30d")
    Duration transfers();

    /** A wake, once it is acknowledged. */
    @WithDefault("30d")
    Duration wakes();

    /** What was said in a turn of the hosted agent, counted from its end; the turn with its answer and account stays. */
    @WithDefault("30d")
    Duration turns();

    /** Who changed what. */
    @WithDefault("365d")
    Duration audit();

    /** Rows of each kind that one transaction removes. */
    @WithDefault("100")
    int batch();

    /** The pause after a sweep that found little; one that found a full batch goes on after a second. */
    @WithDefault("10m")
    Duration every();
}
