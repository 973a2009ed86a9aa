package org.diamondhpc.cli.client;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import org.diamondhpc.schemas.id.TaskId;
import org.diamondhpc.schemas.id.TransferId;

/**
 * What an agent sleeps for.
 *
 * @param mode {@code ALL} or {@code ANY}
 * @param tasks tasks that must have ended
 * @param started tasks whose job must have started
 * @param transfers transfers that must have ended
 * @param timeout when to wake in any case, from now, for example {@code 2h}; null: never
 * @param note why, in the agent's own words; comes back with the wake
 */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record WaitFor(String mode, List<TaskId> tasks, List<TaskId> started, List<TransferId> transfers,
        String timeout, String note) {
    public static WaitFor all(List<TaskId> tasks, String timeout, String note) {
        return new WaitFor("ALL", tasks, List.of(), List.of(), timeout, note);
    }
}
