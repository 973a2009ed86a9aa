package org.diamondhpc.submit.work;

import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import org.diamondhpc.messaging.Work;
import org.diamondhpc.messaging.WorkHandler;
import org.diamondhpc.messaging.WorkOutcome;
import org.diamondhpc.schemas.id.AccountId;
import org.diamondhpc.schemas.reason.DiamondException;
import org.diamondhpc.site.session.SiteException;

/** Cancels a job at its site, however long the site is away. That it ended is monitor-svc's to see. */
@ApplicationScoped
class CancelHandler implements WorkHandler<CancelHandler.Cancellation> {
    static final String KIND = "cancel";
    private static final Duration PAUSE = Duration.ofSeconds(5);

    /** Which job is to go. */
    record Cancellation(AccountId account, String jobId, boolean duplicate) {
    }

    private final JobDesk desk;

    CancelHandler(JobDesk desk) {
        this.desk = desk;
    }

    @Override
    public String kind() {
        return KIND;
    }

    @Override
    public Class<Cancellation> payload() {
        return Cancellation.class;
    }

    @Override
    public WorkOutcome work(Work<Cancellation> work) {
        Cancellation c = work.payload();
        try {
            if (c.duplicate()) {
                desk.cancelDuplicate(c.account(), c.jobId());
            } else {
                desk.cancel(c.account(), c.jobId());
            }
            return WorkOutcome.done();
        } catch (SiteException e) {
            return e.retryAt().map(at -> WorkOutcome.again(at, e.getMessage()))
                    .orElseGet(() -> WorkOutcome.again(PAUSE, e.getMessage()));
        } catch (DiamondException e) {
            return WorkOutcome.again(PAUSE, e.getMessage());
        }
    }
}
