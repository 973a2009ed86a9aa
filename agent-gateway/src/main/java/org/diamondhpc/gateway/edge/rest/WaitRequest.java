package org.diamondhpc.gateway.edge.rest;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.diamondhpc.gateway.wake.domain.Condition;
import org.diamondhpc.schemas.id.TaskId;
import org.diamondhpc.schemas.id.TransferId;
import org.diamondhpc.schemas.spec.Walltime;

/**
 * What an agent sleeps for.
 *
 * @param mode {@code ALL} (the default) or {@code ANY}
 * @param tasks tasks that must have ended
 * @param started tasks whose job must have started
 * @param transfers transfers that must have ended
 * @param deadline when to wake in any case
 * @param timeout the same from now, for example {@code 2h}
 * @param note why, in the agent's own words; comes back with the wake
 */
public record WaitRequest(Condition.Mode mode, List<TaskId> tasks, List<TaskId> started, List<TransferId> transfers,
        Instant deadline, Walltime timeout, String note) {
    public Condition condition(Instant now) {
        Instant latest = timeout == null ? null : now.plus(Duration.ofSeconds(timeout.seconds()));
        Instant first = deadline == null || latest != null && latest.isBefore(deadline) ? latest : deadline;
        return new Condition(mode, tasks, started, transfers, first, note);
    }
}
