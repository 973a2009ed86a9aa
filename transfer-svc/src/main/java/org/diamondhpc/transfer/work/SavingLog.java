package org.diamondhpc.transfer.work;

import java.util.List;
import java.util.function.Function;
import org.diamondhpc.messaging.LeaseLost;
import org.diamondhpc.messaging.Work;
import org.diamondhpc.transfer.domain.Haul;

/** Saves an errand's state in its row. */
class SavingLog<P> implements HaulLog {
    private final Work<P> work;
    private final Function<Haul, P> payload;
    private final Copies copies;

    SavingLog(Work<P> work, Function<Haul, P> payload, Copies copies) {
        this.work = work;
        this.payload = payload;
        this.copies = copies;
    }

    @Override
    public void save(Haul haul, List<ReplicaFact> facts) {
        try {
            work.checkpoint(payload.apply(haul), () -> copies.record(facts));
        } catch (LeaseLost e) {
            throw new Stopped();
        }
    }

    @Override
    public void bytes(long more) {
        // a task's staging tells its end only
    }

    @Override
    public void checkStopped() {
        if (!work.held()) {
            throw new Stopped();
        }
    }
}
