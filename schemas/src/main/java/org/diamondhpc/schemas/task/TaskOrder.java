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
 * @param hedge the attempts that this one is one of; absent: it is alone
 */
public record TaskOrder(TaskId task, TenantId tenant, SessionId session, TaskSpec spec, List<ResolvedInput> inputs,
        int attempt, List<Exclusion> excluded, Instant requestedAt, Hedge hedge) {
    public TaskOrder {
        inputs = Absent.list(inputs);
        excluded = Absent.list(excluded);
        attempt = Math.max(1, attempt);
    }

    /** An attempt that is alone. */
    public TaskOrder(TaskId task, TenantId tenant, SessionId session, TaskSpec spec, List<ResolvedInput> inputs,
            int attempt, List<Exclusion> excluded, Instant requestedAt) {
        this(task, tenant, session, spec, inputs, attempt, excluded, requestedAt, null);
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
        int next = hedge == null ? attempt + 1 : hedge.next();
        return new TaskOrder(task, tenant, session, spec, inputs, next, more, requestedAt);
    }

    /** One of several attempts at once. */
    public TaskOrder hedged(Hedge as, int number) {
        return new TaskOrder(task, tenant, session, spec, inputs, number, excluded, requestedAt, as);
    }

    public TaskOrder withSpec(TaskSpec other) {
        return new TaskOrder(task, tenant, session, other, inputs, attempt, excluded, requestedAt, hedge);
    }

    public TaskOrder withInputs(List<ResolvedInput> resolved) {
        return new TaskOrder(task, tenant, session, spec, resolved, attempt, excluded, requestedAt, hedge);
    }
}
