package org.diamondhpc.schemas.task;

import java.util.List;
import org.diamondhpc.schemas.Absent;

/**
 * One file a task left behind, now in the workspace's catalogue. Its bytes stay at the site until somebody asks.
 *
 * @param path the logical path, {@code ws://WORKSPACE/path}
 * @param kind what it is
 * @param relative relative to the working directory, or the stream's name
 * @param sha256 lower-case hex
 */
public record CollectedOutput(String path, Kind kind, String relative, long size, String sha256,
        List<Replica> replicas) {
    public CollectedOutput {
        replicas = Absent.list(replicas);
    }

    /** What a collected file is. */
    public enum Kind {
        OUTPUT, STDOUT, STDERR
    }
}
