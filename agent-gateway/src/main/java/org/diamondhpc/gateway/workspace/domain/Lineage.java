package org.diamondhpc.gateway.workspace.domain;

import java.time.Instant;
import org.diamondhpc.schemas.id.SiteId;
import org.diamondhpc.schemas.id.TaskId;
import org.diamondhpc.schemas.id.TransferId;

/**
 * Where a file came from.
 *
 * @param kind {@code task}, {@code transfer} or {@code upload}
 * @param by who uploaded it
 */
public record Lineage(String kind, TaskId task, Integer attempt, SiteId site, TransferId transfer, String by,
        Instant at) {
    public static Lineage upload(String by, Instant at) {
        return new Lineage("upload", null, null, null, null, by, at);
    }

    public static Lineage task(TaskId task, int attempt, SiteId site, Instant at) {
        return new Lineage("task", task, attempt, site, null, null, at);
    }

    public static Lineage transfer(TransferId transfer, Instant at) {
        return new Lineage("transfer", null, null, null, transfer, null, at);
    }
}
