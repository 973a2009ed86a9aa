package org.diamondhpc.site.scheduler.slurm;

import java.util.Optional;
import org.diamondhpc.schemas.reason.Problem;
import org.diamondhpc.schemas.reason.Reason;
import org.diamondhpc.site.scheduler.text.Sections.Section;

/** What an act on one job said. Pure. */
final class ActAnswer {
    private ActAnswer() {
    }

    /** Empty where the act was done; to end a job that is over is done, to hold or release one is not. */
    static Optional<Problem> problem(String what, Section section) {
        boolean ending = what.equals("cancel") || what.equals("clean");
        String said = SlurmMessages.display(section.said());
        boolean error = !section.ok() || section.text().contains("error:");
        if (!error || ending && SlurmMessages.alreadyOver(said)) {
            return Optional.empty();
        }
        if (SlurmMessages.alreadyOver(said) || said.contains("Job is not pending") || said.contains("not pending")) {
            return Optional.of(Problem.of(Reason.INVALID_STATE, said));
        }
        Reason reason = SlurmMessages.refusal(said).reason();
        return Optional.of(Problem.of(switch (reason) {
            case SCHEDULER_UNCONFIRMED -> Reason.SITE_TIMEOUT;
            case SCHEDULER_UNAVAILABLE, SITE_MISCONFIGURED -> reason;
            default -> said.contains("denied") ? Reason.SITE_PERMISSION_DENIED : Reason.SITE_COMMAND_FAILED;
        }, said));
    }
}
