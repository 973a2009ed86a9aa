package org.diamondhpc.site.scheduler.job;

import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.stream.Collectors;
import org.diamondhpc.schemas.task.AttemptLayout;
import org.diamondhpc.site.scheduler.WatchedJob;
import org.diamondhpc.site.scheduler.text.Program;
import org.diamondhpc.site.session.RemoteCommand;
import org.diamondhpc.site.session.SiteSession;

/** Claims an attempt for nobody, in the same way a job claims it for itself. */
public final class Fence {
    private static final String PROGRAM = Program.of(Fence.class, "fence.sh");

    private Fence() {
    }

    /** @return the job that had claimed it, or one of its elements, before */
    public static Optional<String> close(SiteSession session, WatchedJob attempt) {
        String claims = attempt.array() ? attempt.elements().stream()
                .map(i -> AttemptLayout.element(AttemptLayout.CLAIM, i)).collect(Collectors.joining("\n"))
                : AttemptLayout.CLAIM;
        return session.run(RemoteCommand.of(PROGRAM, attempt.layout().directory())
                        .withStdin((claims + "\n").getBytes(StandardCharsets.US_ASCII)))
                .orThrow("claiming the attempt for nobody").out().lines().findFirst().map(AttemptFiles::base);
    }
}
