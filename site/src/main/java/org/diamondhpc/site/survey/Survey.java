package org.diamondhpc.site.survey;

import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.function.Supplier;
import org.diamondhpc.schemas.site.SiteFacts;
import org.diamondhpc.site.profile.SiteProfile;
import org.diamondhpc.site.scheduler.text.Program;
import org.diamondhpc.site.scheduler.text.Sections;
import org.diamondhpc.site.session.RemoteCommand;
import org.diamondhpc.site.session.SiteSession;

/**
 * Asks a login node for what changes rarely, in one command. Storage is asked for more often than the inventory; how
 * often is the caller's to say.
 */
public final class Survey {
    private static final String PROGRAM = Program.of(Survey.class, "survey.sh");
    private static final Duration PATIENCE = Duration.ofSeconds(150);

    private final Supplier<String> marks;

    /** @param marks random marks, each used once */
    public Survey(Supplier<String> marks) {
        this.marks = marks;
    }

    /** How much is asked for. */
    public enum Depth {
        /** Free space and quotas. */
        STORAGE,
        /** Machine, libraries, containers and modules as well. */
        ALL,
        /** All but modules, of a site that has no profile yet. */
        NEW
    }

    /**
     * @param before what is known already
     * @throws org.diamondhpc.site.session.SiteException where the site did not answer
     */
    public SiteFacts ask(SiteSession session, SiteProfile profile, SiteFacts before, Depth depth, Instant now) {
        return answer(session, profile, depth).facts(session.account().user(), before, now);
    }

    SurveyAnswer answer(SiteSession session, SiteProfile profile, Depth depth) {
        String mark = marks.get();
        SiteProfile.Storage storage = profile.storage();
        return new SurveyAnswer(Sections.parse(session.run(RemoteCommand.of(PROGRAM, mark, depth.name().toLowerCase(Locale.ROOT), session.expand(storage.root()), storage.scratch().map(session::expand).orElse("-"),
                storage.quota().orElse("")).within(PATIENCE)).out(), mark));
    }
}
