package org.diamondhpc.site.scheduler.job;

import org.diamondhpc.schemas.task.AttemptLayout;
import org.diamondhpc.site.scheduler.text.Program;
import org.diamondhpc.site.session.RemoteCommand;
import org.diamondhpc.site.session.SiteSession;

/** Tells a job that waits for it whether it does the work. The word is given once, and can be asked for again. */
public final class Go {
    private static final String PROGRAM = Program.of(Go.class, "go.sh");
    /** Any word but {@link AttemptLayout#GO_RUN} ends the job. */
    private static final String STAY = "none";

    private Go() {
    }

    /**
     * @param go whether it is to do the work; it may have given up waiting already
     * @return whether it does
     */
    public static boolean tell(SiteSession session, AttemptLayout attempt, boolean go) {
        String word = session.run(RemoteCommand.of(PROGRAM, attempt.directory(), go ? AttemptLayout.GO_RUN : STAY))
                .orThrow("telling a job that waits").out().strip();
        return word.equals(AttemptLayout.GO_RUN);
    }
}
