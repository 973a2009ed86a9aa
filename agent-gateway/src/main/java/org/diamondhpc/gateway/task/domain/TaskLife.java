package org.diamondhpc.gateway.task.domain;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.diamondhpc.schemas.Absent;
import org.diamondhpc.schemas.reason.Problem;
import org.diamondhpc.schemas.task.TaskState;

/**
 * Where a task is, from its events so far. {@link TaskFold} says what an event makes of it.
 *
 * @param attempt the current attempt; news of earlier ones changes nothing
 * @param retries how often the gateway asked for another attempt
 * @param cancelRequested somebody wants it stopped; a job that ended well all the same is a success
 * @param problem what is in the way now, or why it failed
 * @param retryAt when placement is tried again by itself
 * @param past earlier attempts, oldest first
 * @param moves where it was to be moved while it waited, oldest first
 * @param hedging its attempts at several sites at once; absent: there were none
 */
public record TaskLife(TaskState state, int attempt, int retries, boolean cancelRequested,
        AttemptFacts facts, Problem problem, Instant retryAt, Timings timings, List<PastAttempt> past,
        List<PlacementMove> moves, Hedging hedging) {
    public TaskLife {
        past = Absent.list(past);
        moves = Absent.list(moves);
        facts = facts == null ? AttemptFacts.none() : facts;
    }

    /** A new task; {@code waiting} where it depends on tasks that have not ended. */
    public static TaskLife requested(Instant at, boolean waiting) {
        return new TaskLife(waiting ? TaskState.WAITING : TaskState.PLACING, 1, 0, false, AttemptFacts.none(), null,
                null, Timings.from(at), List.of(), List.of(), null);
    }

    public boolean ended() {
        return state.ended();
    }

    public TaskLife dependenciesMet(Instant at) {
        return new TaskLife(TaskState.PLACING, attempt, retries, cancelRequested, facts, null, null,
                timings.ready(at), past, moves, hedging);
    }

    public TaskLife cancelAsked() {
        return new TaskLife(state, attempt, retries, true, facts, problem, retryAt, timings, past, moves, hedging);
    }

    /** The last state of all. */
    public TaskLife end(TaskState last, Problem why, Instant at) {
        return new TaskLife(last, attempt, retries, cancelRequested, facts, why, null, timings.ended(at), past, moves, hedging);
    }

    TaskLife at(TaskState next, AttemptFacts known, Timings times) {
        return new TaskLife(next, attempt, retries, cancelRequested, known, null, null, times, past, moves, hedging);
    }

    TaskLife with(AttemptFacts known) {
        return new TaskLife(state, attempt, retries, cancelRequested, known, problem, retryAt, timings, past, moves, hedging);
    }

    TaskLife troubled(TaskState next, Problem why, Instant again) {
        return new TaskLife(next, attempt, retries, cancelRequested, facts, why, again, timings, past, moves, hedging);
    }

    /** Whether its waiting job is being withdrawn; what is heard of that job's end then is not decided on yet. */
    public boolean moving() {
        return !moves.isEmpty() && moves.getLast().underWay();
    }

    TaskLife reconsidered(PlacementMove move) {
        return with(Stream.concat(moves.stream(), Stream.of(move)).toList());
    }

    /** Its job stays, or went its own way already. */
    TaskLife kept(String why, Instant at) {
        return moving() ? with(last(moves.getLast().kept(why, at))) : this;
    }

    /** Its job was withdrawn: the next attempt is to be placed. */
    TaskLife withdrawn(Instant at) {
        return new TaskLife(TaskState.PLACING, next(), retries, cancelRequested, AttemptFacts.none(), null, null,
                timings.ready(at), history(null, at), moving() ? last(moves.getLast().moved(at)) : moves, hedging);
    }

    /** What came of a move is known once the job has ended at its new place. */
    TaskLife turnedOut() {
        boolean known = !moves.isEmpty() && moves.getLast().state() == MoveState.MOVED && moves.getLast().took() == null
                && timings.finishedAt() != null;
        return known ? with(last(moves.getLast().done(timings.finishedAt()))) : this;
    }

    private TaskLife with(List<PlacementMove> all) {
        return new TaskLife(state, attempt, retries, cancelRequested, facts, problem, retryAt, timings, past, all, hedging);
    }

    private List<PlacementMove> last(PlacementMove now) {
        List<PlacementMove> all = new ArrayList<>(moves);
        all.set(all.size() - 1, now);
        return all;
    }

    /** Attempt {@code number} begins at a place; the current one is history if it is another. */
    TaskLife placed(int number, AttemptFacts there, Instant at) {
        boolean another = number != attempt;
        boolean moved = !moves.isEmpty() && moves.getLast().state() == MoveState.MOVED
                && moves.getLast().attempt() == number - 1;
        return new TaskLife(TaskState.STAGING, number, retries, cancelRequested, there, null, null,
                another ? timings.ready(timings.readyAt()).placed(at) : timings.placed(at),
                another ? history(problem, at) : past, moved ? last(moves.getLast().placed(there.placement())) : moves, hedging);
    }

    TaskLife again(Problem cause, Instant at) {
        return new TaskLife(TaskState.PLACING, next(), retries + 1, cancelRequested, AttemptFacts.none(),
                cause, null, timings.ready(at), history(cause, at), moves, hedging);
    }

    /** The number of the attempt after this one. */
    private int next() {
        return hedging != null && hedging.of().has(attempt) ? hedging.of().next() : attempt + 1;
    }

    /** Whether it was submitted to several sites at once and none of the work has begun for certain. */
    boolean open() {
        return hedging != null && hedging.of().has(attempt) && !hedging.gone();
    }

    /** Whether no job of it may do the work yet: it can be stopped at once. */
    public boolean undecided() {
        return open() && !hedging.decided();
    }

    TaskLife with(Hedging now) {
        return new TaskLife(state, attempt, retries, cancelRequested, facts, problem, retryAt, timings, past, moves, now);
    }

    /** What is known of several attempts, as the one that stands for them has it. */
    TaskLife showing(Hedging now) {
        TaskLife one = now.shown();
        return new TaskLife(one.state, one.attempt, retries, cancelRequested, one.facts, one.problem, one.retryAt, one.timings,
                past, moves, now);
    }

    /** An attempt of its own, at its place. */
    TaskLife copy(int number, AttemptFacts there, Instant at) {
        return new TaskLife(TaskState.STAGING, number, 0, false, there, null, null, timings.ready(timings.readyAt()).placed(at),
                List.of(), List.of(), null);
    }

    /** None of its attempts did the work, so it is placed again; that is no retry of the task's. */
    TaskLife unchosen(Problem why, Instant at) {
        return new TaskLife(TaskState.PLACING, next(), retries, cancelRequested, AttemptFacts.none(), why, null,
                timings.ready(at), history(why, at), moves, hedging);
    }

    private List<PastAttempt> history(Problem why, Instant at) {
        if (facts.placement() == null) {
            return past;
        }
        List<PastAttempt> all = new ArrayList<>(past);
        all.add(new PastAttempt(attempt, facts.placement().site(), facts.placement().partition(), facts.job(),
                facts.outcome() == null ? null : facts.outcome().end(), why, at));
        return all;
    }
}
