package org.diamondhpc.schemas.task;

import java.time.Duration;

/** What a job used, from accounting; any part may be absent. */
public record JobUsage(Duration elapsed, Duration cpuTime, Long maxMemoryBytes, String allocated,
        Duration queuedFor) {
}
