package org.diamondhpc.transfer.intake;

import jakarta.enterprise.context.ApplicationScoped;
import java.util.Optional;
import org.diamondhpc.messaging.NewWork;
import org.diamondhpc.messaging.WorkItem;
import org.diamondhpc.messaging.WorkQueue;
import org.diamondhpc.messaging.domain.EventPublisher;
import org.diamondhpc.schemas.event.TransferEvent;
import org.diamondhpc.schemas.event.TransferEvent.TransferCancelRequested;
import org.diamondhpc.schemas.event.TransferEvent.TransferCancelled;
import org.diamondhpc.schemas.event.TransferEvent.TransferRequested;
import org.diamondhpc.transfer.domain.TransferReport;
import org.diamondhpc.transfer.globus.Consignments;
import org.diamondhpc.transfer.work.TransferWork;

/** What this service does about transfers; runs in the transaction of the intake. */
@ApplicationScoped
class TransferEventHandler {
    private final WorkQueue queue;
    private final Consignments globus;
    private final EventPublisher events;

    TransferEventHandler(WorkQueue queue, Consignments globus, EventPublisher events) {
        this.queue = queue;
        this.globus = globus;
        this.events = events;
    }

    void handle(TransferEvent event) {
        switch (event) {
            case TransferRequested requested -> {
                TransferWork work = TransferWork.begin(requested);
                queue.enqueue(new NewWork(TransferWork.KIND, requested.transfer().value(), work.lane(), work));
            }
            case TransferCancelRequested cancel -> cancel(cancel);
            default -> { }
        }
    }

    /** Too late is no error: how it ended has been told, or is being told. */
    private void cancel(TransferCancelRequested cancel) {
        Optional<WorkItem> row = queue.find(TransferWork.KIND, cancel.transfer().value());
        if (row.isPresent() && queue.cancel(TransferWork.KIND, cancel.transfer().value())) {
            globus.abandoned(cancel.tenant());
            TransferWork work = row.get().payload(TransferWork.class);
            events.publish(new TransferCancelled(cancel.transfer(), cancel.tenant(),
                    TransferReport.done(work.request(), work.haul()), work.haul().legs()));
        }
    }
}
