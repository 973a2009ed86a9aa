package org.diamondhpc.standalone.process;

import java.nio.file.Path;
import java.time.Duration;

/**
 * Where a supervision keeps what it writes, and how patient it is.
 *
 * @param run      folder of process records
 * @param logs     folder of logs, one file a process
 * @param logLimit bytes at which a log is turned over
 * @param grace    how long a process may take to end when asked
 */
public record Places(Path run, Path logs, long logLimit, Duration grace) {
}
