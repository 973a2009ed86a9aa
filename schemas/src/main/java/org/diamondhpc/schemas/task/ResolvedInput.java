package org.diamondhpc.schemas.task;

import java.util.List;
import org.diamondhpc.schemas.Absent;

/**
 * An input with the places it can be had from.
 *
 * @param from as it was asked for
 * @param to where it goes, relative to the working directory
 * @param content the text itself, where it was given inline
 * @param size bytes; absent: not known yet
 * @param sha256 lower-case hex; absent: not known yet
 * @param replicas where copies lie; empty only for inline content
 * @param artefact what its bytes say it is; absent: a kind nobody knows, or not looked at
 */
public record ResolvedInput(String from, String to, String content, boolean executable, Long size, String sha256,
        List<Replica> replicas, Artefact artefact) {
    public ResolvedInput {
        replicas = Absent.list(replicas);
    }

    /** Of which nobody has looked at the bytes. */
    public ResolvedInput(String from, String to, String content, boolean executable, Long size, String sha256,
            List<Replica> replicas) {
        this(from, to, content, executable, size, sha256, replicas, null);
    }
}
