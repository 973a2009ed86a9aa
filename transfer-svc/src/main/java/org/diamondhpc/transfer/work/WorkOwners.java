package org.diamondhpc.transfer.work;

import jakarta.enterprise.context.ApplicationScoped;
import java.time.Instant;
import org.diamondhpc.messaging.WorkItem;
import org.diamondhpc.messaging.WorkQueue;
import org.diamondhpc.transfer.globus.Owners;
import org.diamondhpc.transfer.globus.domain.Owner;

/** Errands are rows of the work table. */
@ApplicationScoped
class WorkOwners implements Owners {
    private final WorkQueue queue;

    WorkOwners(WorkQueue queue) {
        this.queue = queue;
    }

    @Override
    public boolean alive(Owner owner) {
        return queue.find(owner.kind(), owner.key()).map(WorkOwners::owner).filter(owner::equals).isPresent();
    }

    @Override
    public void hasten(Owner owner, Instant now) {
        queue.hasten(owner.kind(), owner.key(), now);
    }

    private static Owner owner(WorkItem row) {
        return switch (row.kind()) {
            case StageWork.KIND -> row.payload(StageWork.class).owner();
            case TransferWork.KIND -> row.payload(TransferWork.class).owner();
            default -> throw new IllegalStateException("nothing is moved for " + row.kind());
        };
    }
}
