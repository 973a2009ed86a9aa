package org.diamondhpc.schemas.task;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.diamondhpc.schemas.Absent;
import org.diamondhpc.schemas.id.AttemptId;
import org.diamondhpc.schemas.id.SessionId;
import org.diamondhpc.schemas.id.TaskId;
import org.diamondhpc.schemas.id.TenantId;
import org.diamondhpc.schemas.spec.TaskSpec;

/**
 * A task on its way round the ring: the request and what was learned so far. Events carry it whole, so that no
 * service has to ask another.
 *
 * @param session the agent's conversation it belongs to; may be absent
 * @param attempt the number of the current attempt, from 1
 * @param excluded places that earlier attempts ruled out
 */
public record TaskOrder(TaskId task, TenantId tenant, SessionId session, TaskSpec spec, List<ResolvedInput> inputs,
        int attempt, List<Exclusion> excluded, Instant requestedAt) {
    public TaskOrder {
        inputs = Absent.list(inputs);
        excluded = Absent.list(excluded);
        attempt = Math.max(1, attempt);
    }

    public AttemptId attemptId() {
        return new AttemptId(task, attempt);
    }

    /** The next attempt, avoiding what the last one ruled out (nothing, where {@code exclusion} is null). */
    public TaskOrder again(Exclusion exclusion) {
        List<Exclusion> more = new ArrayList<>(excluded);
        if (exclusion != null) {
            more.add(exclusion);
        }
        return new TaskOrder(task, tenant, session, spec, inputs, attempt + 1, more, requestedAt);
    }

    public TaskOrder withSpec(TaskSpec other) {
        return new TaskOrder(task, tenant, session, other, inputs, attempt, excluded, requestedAt);
    }

    public TaskOrder withInputs(List<ResolvedInput> resolved) {
        return new TaskOrder(task, tenant, session, spec, resolved, attempt, excluded, requestedAt);
    }
}
