package org.diamondhpc.gateway.wake;

import jakarta.enterprise.context.ApplicationScoped;
import org.diamondhpc.messaging.Work;
import org.diamondhpc.messaging.WorkHandler;
import org.diamondhpc.messaging.WorkOutcome;

/** Wakes a session whose wait has reached its deadline; the row is due then, whatever died in between. */
@ApplicationScoped
class DeadlineHandler implements WorkHandler<DeadlineHandler.Deadline> {
    static final String KIND = "wait-deadline";
    static final String LANE = "deadlines";

    private final Waits waits;

    DeadlineHandler(Waits waits) {
        this.waits = waits;
    }

    /** Which wait. */
    record Deadline(String waitId) {
    }

    @Override
    public String kind() {
        return KIND;
    }

    @Override
    public Class<Deadline> payload() {
        return Deadline.class;
    }

    @Override
    public WorkOutcome work(Work<Deadline> work) {
        String wait = work.payload().waitId();
        return WorkOutcome.done(() -> waits.expire(wait));
    }
}
