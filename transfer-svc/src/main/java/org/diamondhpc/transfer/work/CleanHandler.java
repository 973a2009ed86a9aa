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

/**
 * Removes an attempt's directory: what a cancelled staging left, unless a job was submitted from it after all, or all of
 * an attempt whose task is forgotten.
 */
@ApplicationScoped
class CleanHandler implements WorkHandler<CleanWork> {
    private static final Logger LOG = Logger.getLogger(CleanHandler.class);
    private static final Duration PAUSE = Duration.ofMinutes(1);
    private static final Duration LONG_PAUSE = Duration.ofHours(1);
    private static final int MOST_TRIES = 100;

    private final Places places;
    private final Copies copies;

    CleanHandler(Places places, Copies copies) {
        this.places = places;
        this.copies = copies;
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
            at.session().run((task.forgotten() ? Program.RETIRE : Program.CLEAN).with(layout.directory()))
                    .orThrow("cleaning");
            return WorkOutcome.done(() -> copies.forget(at.account(), layout.directory()));
        } catch (DiamondException e) {
            if (Trouble.of(e.reason()) == Trouble.AWAY && work.runs() < MOST_TRIES) {
                return WorkOutcome.again(task.forgotten() ? LONG_PAUSE : PAUSE, e.getMessage());
            }
            LOG.warnf("An attempt's directory was not removed: attempt=%s, site=%s, reason=%s", task.attempt(),
                    task.site(), e.getMessage());
            return WorkOutcome.done();
        }
    }
}
