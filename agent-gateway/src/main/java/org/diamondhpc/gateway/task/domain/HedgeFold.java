package org.diamondhpc.gateway.task.domain;

import static org.diamondhpc.schemas.task.TaskState.CANCELLED;
import static org.diamondhpc.schemas.task.TaskState.COLLECTING;

import java.time.Instant;
import java.util.Optional;
import org.diamondhpc.schemas.event.TaskEvent;
import org.diamondhpc.schemas.reason.Problem;
import org.diamondhpc.schemas.reason.Reason;
import org.diamondhpc.schemas.task.JobRef;

/**
 * What an event makes of a task that was submitted to several sites at once. The first job that begins is chosen; until it is known
 * that it was told so, its end is kept and not decided on. Where every attempt is over without one that was chosen, the task is
 * placed again.
 */
record HedgeFold(TaskLife life, Instant at) {
    private static final TaskDecision IGNORED = new TaskDecision.Ignored();

    /** Empty: the event is like any other task's. */
    Optional<TaskDecision> on(TaskEvent event) {
        int number = number(event);
        if (event instanceof TaskEvent.TaskPlaced e && e.order().hedge() != null) {
            return Optional.of(placed(e));
        }
        Hedging hedging = life.hedging();
        if (hedging == null || !hedging.of().has(number)) {
            return Optional.empty();
        }
        boolean chosen = number == hedging.chosen();
        if (chosen && !life.open() && number == life.attempt()) {
            return Optional.empty();
        }
        return Optional.of(switch (event) {
            case TaskEvent.GoGiven e when chosen -> given();
            case TaskEvent.GoMissed e when chosen -> missed(e);
            case TaskEvent.GoGiven e -> IGNORED;
            case TaskEvent.GoMissed e -> IGNORED;
            default -> hedging.copy(number).map(copy -> news(event, copy, chosen)).orElse(IGNORED);
        });
    }

    private static int number(TaskEvent event) {
        return switch (event) {
            case TaskEvent.Step e -> e.order().attempt();
            case TaskEvent.JobNews e -> e.attempt().number();
            case TaskEvent.Deferred e -> e.attempt().number();
            case TaskEvent.SubmissionUnconfirmed e -> e.attempt().number();
            default -> 0;
        };
    }

    private TaskDecision placed(TaskEvent.TaskPlaced e) {
        int number = e.order().attempt();
        boolean known = life.hedging() != null && life.hedging().of().equals(e.order().hedge());
        if (life.ended() || number < e.order().hedge().first() || !known && number < life.attempt()
                || known && life.hedging().copy(number).isPresent()) {
            return IGNORED;
        }
        if (life.cancelRequested() && !known) {
            return new TaskDecision.Ends(life.end(CANCELLED, null, at)); // whoever holds one of its attempts drops it
        }
        Hedging hedging = known ? life.hedging() : Hedging.of(e.order().hedge(), e.order().spec().retries().limit());
        Hedging now = hedging.with(life.copy(number, AttemptFacts.at(e.placement()), at), false);
        return new TaskDecision.Goes(life.showing(now));
    }

    private TaskDecision news(TaskEvent event, Hedging.Copy copy, boolean chosen) {
        if (!(new TaskFold(copy.life(), at, true).on(event) instanceof TaskDecision.Goes goes)) {
            return IGNORED;
        }
        boolean over = copy.over() || !chosen && (event instanceof TaskEvent.JobFinished || event instanceof TaskEvent.JobRejected
                || event instanceof TaskEvent.StagingFailed);
        Hedging now = life.hedging().with(goes.life(), over);
        if (!life.open() || life.ended()) {
            return new TaskDecision.Goes(life.with(now)); // only what it cost
        }
        if (event instanceof TaskEvent.JobStarted started && !now.decided() && !over && !life.cancelRequested()) {
            return chooses(now, started);
        }
        return !now.decided() && now.over() ? again(now, "none of its attempts could begin") : new TaskDecision.Goes(life.showing(now));
    }

    private TaskDecision chooses(Hedging hedging, TaskEvent.JobStarted first) {
        JobRef job = first.job();
        return new TaskDecision.Chooses(life.showing(hedging.chose(first.attempt().number(), at)), job);
    }

    /** What came of its job may be known already. */
    private TaskDecision given() {
        Hedging hedging = life.hedging();
        TaskLife now = life.showing(hedging.went(at));
        boolean collected = now.state() == COLLECTING && now.timings().collectedAt() != null;
        return collected ? new TaskFold(now, at).over(now, hedging.retries(), now.problem()) : new TaskDecision.Goes(now);
    }

    /** The others have been cancelled meanwhile. */
    private TaskDecision missed(TaskEvent.GoMissed e) {
        return again(life.hedging(), e.why());
    }

    private TaskDecision again(Hedging hedging, String why) {
        TaskLife now = life.showing(hedging);
        if (life.cancelRequested()) {
            return new TaskDecision.Ends(now.end(CANCELLED, null, at));
        }
        Problem cause = Problem.of(Reason.PLACEMENT_NOT_CHOSEN, why);
        return new TaskDecision.Retries(now.unchosen(cause, at), null, cause);
    }
}
