package org.diamondhpc.gateway.workspace;

import java.time.Instant;
import java.util.List;
import org.diamondhpc.gateway.workspace.domain.Lineage;
import org.diamondhpc.schemas.Absent;
import org.diamondhpc.schemas.task.Replica;

/**
 * A file of a workspace.
 *
 * @param uri {@code ws://WORKSPACE/path}
 * @param sha256 lower-case hex; absent: not known
 * @param replicas where copies lie; the site absent: in Diamond's own store
 * @param lineage where it came from
 */
public record WorkspaceFile(String uri, String path, long size, String sha256, List<Replica> replicas,
        Lineage lineage, Instant changedAt) {
    public WorkspaceFile {
        replicas = Absent.list(replicas);
    }
}
