package org.diamondhpc.transfer.work;

import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import org.diamondhpc.messaging.Work;
import org.diamondhpc.messaging.WorkHandler;
import org.diamondhpc.messaging.WorkOutcome;
import org.diamondhpc.schemas.reason.DiamondException;
import org.diamondhpc.schemas.task.AttemptLayout;
import org.diamondhpc.transfer.domain.Trouble;
import org.jboss.logging.Logger;

/** Removes what a cancelled staging left, unless a job was submitted from it after all. */
@ApplicationScoped
class CleanHandler implements WorkHandler<CleanWork> {
    private static final Logger LOG = Logger.getLogger(CleanHandler.class);
    private static final Duration PAUSE = Duration.ofMinutes(1);
    private static final int MOST_TRIES = 100;

    private final Places places;

    CleanHandler(Places places) {
        this.places = places;
    }

    @Override
    public String kind() {
        return CleanWork.KIND;
    }

    @Override
    public Class<CleanWork> payload() {
        return CleanWork.class;
    }

    @Override
    public WorkOutcome work(Work<CleanWork> work) {
        CleanWork task = work.payload();
        try {
            Place at = places.of(task.site(), task.user(), task.tenant());
            AttemptLayout layout = AttemptLayout.of(at.storage(), task.tenant(), task.attempt());
            at.session().run(Program.CLEAN.with(layout.directory())).orThrow("cleaning");
            return WorkOutcome.done();
        } catch (DiamondException e) {
            if (Trouble.of(e.reason()) == Trouble.AWAY && work.runs() < MOST_TRIES) {
                return WorkOutcome.again(PAUSE, e.getMessage());
            }
            LOG.warnf("A cancelled attempt was not cleaned: attempt=%s, site=%s, reason=%s", task.attempt(),
                    task.site(), e.getMessage());
            return WorkOutcome.done();
        }
    }
}
