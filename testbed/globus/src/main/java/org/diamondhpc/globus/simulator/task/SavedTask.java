package org.diamondhpc.globus.simulator.task;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import org.diamondhpc.globus.simulator.auth.Caller;

/**
 * A task as it outlives the service.
 *
 * @param transfer what was submitted, if it is one
 * @param delete what was submitted, if it is one
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record SavedTask(String id, Caller owner, TransferDocument transfer, DeleteDocument delete, Status status,
        String label, Instant requested, Instant deadline, Instant started, Instant completed, Task.FatalError fatal,
        Counters counters, List<Event> events, List<SuccessfulTransfer> successes, List<SkippedError> skipped) {

    /** One that had not ended waits for its turn again and begins anew; what has arrived is written once more. */
    Task restored(Clock clock) {
        Order order = transfer != null ? new Order.Transfer(transfer, TransferTerms.of(transfer))
                : new Order.Delete(delete);
        return new Task(this, order, clock);
    }
}
