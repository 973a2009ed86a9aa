package org.diamondhpc.site.scheduler;

import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.diamondhpc.schemas.id.AttemptId;
import org.diamondhpc.schemas.reason.Problem;
import org.diamondhpc.schemas.site.SiteSnapshot;
import org.diamondhpc.schemas.task.AttemptLayout;
import org.diamondhpc.schemas.task.Placement;
import org.diamondhpc.schemas.task.TaskOrder;
import org.diamondhpc.site.profile.SiteProfile;
import org.diamondhpc.site.scheduler.job.Asked;
import org.diamondhpc.site.scheduler.script.ScriptReader;
import org.diamondhpc.site.session.SiteSession;

/**
 * How one family of schedulers is spoken to. Implementations hold no state; each method but {@link #translate} and
 * {@link #explain} is one command at the site, whatever the number of jobs, and may throw
 * {@link org.diamondhpc.site.session.SiteException} where the site itself could not be asked.
 */
public interface Dialect {
    /** The profile's {@code scheduler.family}. */
    String family();

    /** What may stand in the profile's {@code scheduler} mapping beside the family. */
    Options options();

    /** How scripts written for the family are read; empty where it has no scripts of its own. */
    default Optional<ScriptReader> scripts() {
        return Optional.empty();
    }

    /**
     * How a new site is asked whether this family is at home there: constant POSIX sh that prints the scheduler's
     * version on its first line and ends with 0 where it is. Runs in a subshell with the site's usual places of
     * schedulers in its PATH, for ten seconds at most; where several families say yes, the first of
     * {@link Dialects#all()} counts. Empty: asking does not tell, an operator chooses the family.
     */
    default String presence() {
        return "";
    }

    /**
     * As {@link #look(SiteSession, SiteProfile, Instant)}, with what changes rarely asked for only where the look
     * before does not have it, or has it too old.
     *
     * @param before the latest healthy look; null: none
     */
    default SiteSnapshot look(SiteSession session, SiteProfile profile, SiteSnapshot before, Instant now) {
        return look(session, profile, now);
    }

    /**
     * Looks at everything placement needs. A part that failed (accounting down) leaves health DEGRADED with the reason;
     * where the scheduler itself did not answer, {@code seenAt} is absent and the parts are empty, so that the caller
     * keeps the last healthy ones ({@link SiteSnapshot#withHealth}).
     */
    SiteSnapshot look(SiteSession session, SiteProfile profile, Instant now);

    /**
     * The attempt's files. Pure.
     *
     * @throws org.diamondhpc.schemas.reason.DiamondException INVALID_SPEC with every field the family cannot express
     */
    JobScript translate(TaskOrder order, Placement placement, AttemptLayout layout, SiteProfile profile);

    /**
     * The lines that ask for the same in a script that a person submits. Pure.
     *
     * @param asked is {@link Asked#byHand}; gets a violation for each field the family cannot express, and a note for each
     *     that does not come back the same when the script is read again
     */
    List<String> directives(Asked asked);

    /** Asks the scheduler for one job, see {@link #submitAll}. */
    default SubmitResult submit(SiteSession session, Submission submission) {
        return submitAll(session, List.of(submission)).get(submission.attempt());
    }

    /**
     * Writes the files of many attempts and asks the scheduler for a job of each, in one command; a failure of one does
     * not touch the others. An attempt whose directory already knows its job is adopted instead.
     *
     * @return one result an attempt; where the command itself was cut, every one is Unconfirmed
     */
    Map<AttemptId, SubmitResult> submitAll(SiteSession session, Collection<Submission> submissions);

    /**
     * Looks for a job of an attempt before anything is tried again: only a healthy scheduler's word counts, then the
     * job id's file, the claim, the queue and the accounting are asked in turn.
     *
     * @param since nothing older is the attempt's; bounds what accounting has to read
     */
    Resolution resolve(SiteSession session, WatchedJob attempt, Instant since);

    /**
     * Claims an attempt for nobody: a job of it that turns up later runs none of the user's work.
     *
     * @return the job that had claimed it (or an element of it) before, where one did
     */
    Optional<String> fence(SiteSession session, WatchedJob attempt);

    /** One look at all watched jobs of the account. */
    Tick tick(SiteSession session, Collection<WatchedJob> jobs);

    /** What accounting says of ended jobs; jobs it has not spoken of yet, or never will, are not in the map. */
    Map<AttemptId, Observation.Accounted> usage(SiteSession session, Collection<WatchedJob> jobs);

    /**
     * Ends jobs; one that has ended already is success.
     *
     * @return problems by job id, empty where all is well
     */
    Map<String, Problem> cancel(SiteSession session, SiteProfile profile, Collection<String> jobIds);

    /** Ends second jobs of an attempt that still wait; one that runs ends by itself and is left alone. */
    Map<String, Problem> cleanDuplicates(SiteSession session, SiteProfile profile,
            Collection<String> jobIds);

    /** Keeps waiting jobs from starting. */
    Map<String, Problem> hold(SiteSession session, SiteProfile profile, Collection<String> jobIds);

    /** Lets held jobs go. */
    Map<String, Problem> release(SiteSession session, SiteProfile profile, Collection<String> jobIds);

    /** Why a job waits, in words, from the scheduler's own word. */
    String explain(String reason);
}
