package org.diamondhpc.submit.domain;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.diamondhpc.schemas.reason.Outcome;
import org.diamondhpc.schemas.reason.Problem;
import org.diamondhpc.schemas.reason.Reason;
import org.diamondhpc.schemas.task.Verdict;
import org.diamondhpc.site.scheduler.Resolution;
import org.diamondhpc.site.scheduler.SubmitResult;

/**
 * What follows from what. Pure: times come in as arguments.
 *
 * @param patience how long a place that cannot take the job now is tried before discovery is asked for another
 * @param settle the pause between two looks in a doubt; two empty looks and this since the doubt began are needed
 *     before the scheduler is asked again. Slurm's clients give up after 10 s (MessageTimeout) while the
 *     controller may still accept, so it is longer than that
 */
public record SubmissionRules(Duration patience, Duration settle) {
    private static final int EMPTY_LOOKS_NEEDED = 2;
    private static final Duration FIRST_PAUSE = Duration.ofSeconds(2);
    /** Where another site is ready, a closed partition or a silent controller is waited for no longer than this. */
    private static final Duration BRIEF = Duration.ofSeconds(10);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(30);

    /** The next thing to do at the site. */
    public Move next(Submission submission, int runs, boolean cancelled) {
        boolean abandoned = runs - 1 > submission.settledRuns();
        if (submission.inDoubt() || abandoned) {
            return new Move.Look();
        }
        return cancelled ? new Move.Drop() : new Move.Ask();
    }

    /** What follows from the scheduler's answer. */
    public Step after(Submission asked, SubmitResult result, int runs, Instant now) {
        return switch (result) {
            case SubmitResult.Accepted a -> new Step.Submitted(a.jobId(), a.submittedAt(), "reply");
            case SubmitResult.Adopted a -> new Step.Submitted(a.jobId(), now, a.foundBy());
            case SubmitResult.Refused r -> refused(asked, r.problem(), runs, now, Optional.empty());
            case SubmitResult.Unconfirmed u -> doubt(asked, u.problem(), runs, now);
        };
    }

    /** What follows from a site that could not be reached, or was cut off in the middle. */
    public Step afterTrouble(Submission asked, Problem problem, Optional<Instant> retryAt, int runs, Instant now) {
        return problem.outcome() == Outcome.UNKNOWN ? doubt(asked, problem, runs, now)
                : refused(asked, problem, runs, now, retryAt);
    }

    /** What follows from a look during a doubt. */
    public Step afterLook(Submission submission, Resolution look, int runs, boolean cancelled, Instant now) {
        return switch (look) {
            case Resolution.Found f -> new Step.Submitted(f.jobId(), f.submittedAt(), f.foundBy());
            case Resolution.NotHealthy n -> stillInDoubt(submission, n.problem(), runs, now);
            case Resolution.NotFound n -> emptyLook(submission, runs, cancelled, now);
        };
    }

    /** The site could not be looked at; that is not news. */
    public Step stillInDoubt(Submission submission, Problem problem, int runs, Instant now) {
        boolean first = !submission.inDoubt();
        Duration pause = pause(Duration.between(first ? now : submission.doubtSince(), now));
        return new Step.Doubt(submission.doubting(runs, now), pause, problem, first);
    }

    private Step emptyLook(Submission submission, int runs, boolean cancelled, Instant now) {
        Submission looked = (submission.inDoubt() ? submission : submission.doubting(runs, now)).lookedInVain(runs);
        boolean settled = looked.emptyLooks() >= EMPTY_LOOKS_NEEDED
                && !now.isBefore(looked.doubtSince().plus(settle));
        if (!settled) {
            Problem problem = Problem.of(Reason.SCHEDULER_UNCONFIRMED,
                    "a healthy look found no job of " + looked.order().attemptId() + "; looking again to be sure");
            return new Step.Doubt(looked, settle.dividedBy(EMPTY_LOOKS_NEEDED), problem, !submission.inDoubt());
        }
        return cancelled ? new Step.FenceOff()
                : new Step.AskAgain(looked.settled(runs, now));
    }

    private Step doubt(Submission asked, Problem problem, int runs, Instant now) {
        return new Step.Doubt(asked.doubting(runs, now), FIRST_PAUSE, problem, !asked.inDoubt());
    }

    /** Nothing is at the site. */
    private Step refused(Submission asked, Problem problem, int runs, Instant now, Optional<Instant> retryAt) {
        Submission settled = asked.settled(runs, now);
        if (!waits(settled, problem, now)) {
            return new Step.Rejected(problem);
        }
        Duration pause = pause(settled.age(now));
        Duration until = retryAt.map(at -> Duration.between(now, at)).orElse(pause);
        return new Step.Later(settled.told(problem.reason()), until.compareTo(pause) > 0 ? until : pause, problem,
                problem.reason() != asked.told());
    }

    private boolean waits(Submission settled, Problem problem, Instant now) {
        if (problem.outcome() != Outcome.TEMPORARY) {
            return false;
        }
        boolean closedHereOpenElsewhere = problem.reason() == Reason.SCHEDULER_UNAVAILABLE && readyElsewhere(settled);
        Duration limit = closedHereOpenElsewhere ? BRIEF : patience;
        return problem.reason() == Reason.SITE_NEEDS_LOGIN || settled.age(now).compareTo(limit) < 0;
    }

    /** Whether another site could have started it when this one was chosen. */
    private static boolean readyElsewhere(Submission submission) {
        return submission.placement().candidates().stream()
                .anyMatch(c -> c.verdict() == Verdict.READY && !c.site().equals(submission.site()));
    }

    /** Grows with the trouble's age, so that a site in trouble is asked more and more seldom. */
    private static Duration pause(Duration age) {
        Duration quarter = age.dividedBy(4);
        if (quarter.compareTo(FIRST_PAUSE) < 0) {
            return FIRST_PAUSE;
        }
        return quarter.compareTo(LONGEST_PAUSE) > 0 ? LONGEST_PAUSE : quarter;
    }
}
