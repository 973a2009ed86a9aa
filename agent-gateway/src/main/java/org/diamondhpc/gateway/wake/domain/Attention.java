package org.diamondhpc.gateway.wake.domain;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.diamondhpc.schemas.id.SiteId;
import org.diamondhpc.schemas.id.TaskId;
import org.diamondhpc.schemas.reason.Problem;
import org.diamondhpc.schemas.reason.Reason;
import org.diamondhpc.schemas.task.JobEnd;
import org.diamondhpc.schemas.task.TaskState;

/**
 * What about a task may need a decision although nobody asked: rules on how the task stands, so that it does not matter
 * whether the wait or the news came first.
 */
public record Attention(Patience patience) {
    private static final Pattern NODE = Pattern.compile("(?i)\\bnode");

    /**
     * When waiting and running become alarming.
     *
     * @param stallFactor so many times the predicted wait is well past it
     * @param stallMinimum but never earlier than this after submission
     * @param limitShare this part of the time limit before its end is near
     * @param limitMinimum but at least this long before, or half the limit where that is shorter
     */
    public record Patience(double stallFactor, Duration stallMinimum, double limitShare, Duration limitMinimum) {
    }

    /**
     * A task, as far as the rules look at it; what is absent is not known or not so.
     *
     * @param predictedWait from submission to start
     * @param waitsBecause the scheduler's reason
     * @param waitsExplained the same in words, or why it was put back
     * @param problem what is in its way, or why it failed
     * @param last how the attempt before ended
     */
    public record Watched(TaskId task, TaskState state, int attempt, SiteId site, Instant submittedAt,
            Instant startedAt, Duration predictedWait, Duration limit, String waitsBecause, String waitsExplained,
            Problem problem, Last last) {
    }

    /** An attempt that came to nothing. */
    public record Last(int attempt, JobEnd end, Problem problem) {
    }

    /**
     * An alarm.
     *
     * @param subject the task, or the site where it is the site's
     * @param attempt 0 where it is the site's
     * @param what what happened, in words; parts may be a site's own
     */
    public record Raised(Alarm alarm, String subject, int attempt, String what, String whatToDo) {
    }

    /** When the task has to be looked at again though nothing happened; empty: never. */
    public Optional<Instant> next(Watched t, Instant now) {
        return due(t).filter(at -> at.isAfter(now));
    }

    /** Every alarm there is about the task now. */
    public List<Raised> standing(Watched t, Instant now) {
        List<Raised> all = new ArrayList<>();
        due(t).filter(at -> !at.isAfter(now)).ifPresent(at -> late(all, t, now));
        if (t.state() == TaskState.QUEUED && "Requeued".equals(t.waitsBecause())) {
            putBack(all, t);
        }
        boolean ofLast = t.last() != null && t.last().problem() != null && t.last().problem().equals(t.problem());
        if (t.problem() != null && !ofLast) {
            trouble(all, t, t.attempt(), t.problem());
        }
        if (t.last() != null && !t.state().ended()) {
            lost(all, t, t.last());
        }
        return all;
    }

    /** A person must log in at the site before tasks there go on. */
    public static Raised needsLogin(SiteId site, Problem problem) {
        return new Raised(Alarm.SITE_NEEDS_LOGIN, site.value(), 0, site + " needs a login"
                + (problem == null || problem.detail().isBlank() ? "" : ": " + problem.detail()),
                "Log in once with `diamond login " + site + "`; waiting tasks then go on by themselves.");
    }

    private Optional<Instant> due(Watched t) {
        return switch (t.state()) {
            case QUEUED -> Optional.ofNullable(t.submittedAt()).filter(at -> t.startedAt() == null)
                    .map(at -> at.plus(patience(t.predictedWait())));
            case RUNNING -> Optional.ofNullable(t.startedAt()).filter(at -> t.limit() != null)
                    .map(at -> at.plus(t.limit()).minus(margin(t.limit())));
            default -> Optional.empty();
        };
    }

    private Duration patience(Duration predicted) {
        Duration expected = predicted == null ? Duration.ZERO
                : Duration.ofMillis((long) (predicted.toMillis() * patience.stallFactor()));
        return longer(expected, patience.stallMinimum());
    }

    private Duration margin(Duration limit) {
        Duration share = Duration.ofMillis((long) (limit.toMillis() * patience.limitShare()));
        Duration margin = longer(share, patience.limitMinimum());
        return margin.compareTo(limit.dividedBy(2)) > 0 ? limit.dividedBy(2) : margin;
    }

    private static Duration longer(Duration a, Duration b) {
        return a.compareTo(b) > 0 ? a : b;
    }

    /** Past its limit a job is over and only not seen to be; nothing can be decided about it any more. */
    private static void late(List<Raised> all, Watched t, Instant now) {
        if (t.state() == TaskState.QUEUED) {
            all.add(new Raised(Alarm.QUEUE_STALLED, t.task().value(), t.attempt(), "waits at " + t.site() + " since "
                    + t.submittedAt() + (t.predictedWait() == null ? "" : ", predicted were " + t.predictedWait())
                    + (t.waitsBecause() == null ? "" : "; reason " + t.waitsBecause()),
                    "Plan anew: where another place is better, cancel the task and submit it again."));
        } else if (now.isBefore(t.startedAt().plus(t.limit()))) {
            all.add(new Raised(Alarm.LIMIT_NEAR, t.task().value(), t.attempt(), "its time limit ends it at "
                    + t.startedAt().plus(t.limit()),
                    "Read its log; where it will not be done, let it save its state or submit it with more time."));
        }
    }

    private static void putBack(List<Raised> all, Watched t) {
        String cause = t.waitsExplained() == null ? "" : t.waitsExplained();
        all.add(NODE.matcher(cause).find()
                ? new Raised(Alarm.NODE_FAILED, t.task().value(), t.attempt(), "a node failed, its job waits again: "
                        + cause, "Nothing, unless its files were half written: it starts again from the beginning.")
                : new Raised(Alarm.REQUEUED, t.task().value(), t.attempt(), "its job was put back into the queue"
                        + (cause.isEmpty() ? "" : ": " + cause),
                        "Nothing, unless its files were half written: it starts again from the beginning."));
    }

    private static void trouble(List<Raised> all, Watched t, int attempt, Problem problem) {
        Alarm alarm = switch (problem.reason()) {
            case SITE_DISK_FULL, TRANSFER_STORE_FULL -> Alarm.QUOTA_HIT;
            case TRANSFER_OUTPUT_MISSING -> Alarm.OUTPUTS_MISSING;
            case SCHEDULER_NODE_FAILED -> Alarm.NODE_FAILED;
            default -> null;
        };
        if (problem.reason() == Reason.SITE_NEEDS_LOGIN && t.site() != null) {
            all.add(needsLogin(t.site(), problem));
        } else if (alarm != null) {
            all.add(new Raised(alarm, t.task().value(), attempt, problem.detail(), problem.whatToDo()));
        }
    }

    private static void lost(List<Raised> all, Watched t, Last last) {
        if (last.problem() != null) {
            trouble(all, t, last.attempt(), last.problem());
        }
        if (last.end() == JobEnd.PREEMPTED) {
            all.add(new Raised(Alarm.REQUEUED, t.task().value(), last.attempt(),
                    "a job of higher priority took its place; it is tried again", "Nothing, or plan anew."));
        }
    }
}
