package org.diamondhpc.gateway.task;

import java.time.Instant;
import java.util.Map;
import org.diamondhpc.gateway.task.domain.TaskLife;
import org.diamondhpc.schemas.Absent;
import org.diamondhpc.schemas.id.SessionId;
import org.diamondhpc.schemas.id.SiteId;
import org.diamondhpc.schemas.id.TaskId;
import org.diamondhpc.schemas.reason.Reason;
import org.diamondhpc.schemas.task.TaskState;

/**
 * A task on one line.
 *
 * @param job the scheduler's id
 * @param reason why it failed, or what is in its way
 */
public record TaskSummary(TaskId id, String name, TaskState state, int attempt, SiteId site, String partition,
        String job, SessionId session, Map<String, String> labels, Reason reason, String detail, int version,
        Instant createdAt, Instant changedAt, Instant startedAt, Instant endedAt) {
    public TaskSummary {
        labels = Absent.map(labels);
    }

    static TaskSummary of(TaskRow row) {
        TaskLife life = row.life();
        var placement = life.facts().placement();
        var problem = life.problem();
        return new TaskSummary(row.taskId(), row.name, life.state(), life.attempt(),
                placement == null ? null : placement.site(), placement == null ? null : placement.partition(),
                life.facts().job() == null ? null : life.facts().job().id(), row.sessionId(),
                Labels.of(row.labels), problem == null ? null : problem.reason(),
                problem == null ? null : problem.detail(), row.version, row.createdAt, row.changedAt,
                life.timings().startedAt(), row.endedAt);
    }
}
