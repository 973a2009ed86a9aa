package org.diamondhpc.gateway.task.domain;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.diamondhpc.schemas.Absent;
import org.diamondhpc.schemas.reason.Problem;
import org.diamondhpc.schemas.task.TaskState;

/**
 * Where a task is, from its events so far. {@link TaskFold} says what an event makes of it.
 *
 * @param attempt the current attempt; news of earlier ones changes nothing
 * @param retries how often the gateway asked for another attempt
 * @param cancelRequested somebody wants it stopped; a job that ended well all the same is a success
 * @param moving its waiting job is being cancelled in favour of another place
 * @param problem what is in the way now, or why it failed
 * @param retryAt when placement is tried again by itself
 * @param past earlier attempts, oldest first
 */
public record TaskLife(TaskState state, int attempt, int retries, boolean cancelRequested, boolean moving,
        AttemptFacts facts, Problem problem, Instant retryAt, Timings timings, List<PastAttempt> past) {
    public TaskLife {
        past = Absent.list(past);
        facts = facts == null ? AttemptFacts.none() : facts;
    }

    /** A new task; {@code waiting} where it depends on tasks that have not ended. */
    public static TaskLife requested(Instant at, boolean waiting) {
        return new TaskLife(waiting ? TaskState.WAITING : TaskState.PLACING, 1, 0, false, false, AttemptFacts.none(),
                null, null, Timings.from(at), List.of());
    }

    public boolean ended() {
        return state.ended();
    }

    public TaskLife dependenciesMet(Instant at) {
        return new TaskLife(TaskState.PLACING, attempt, retries, cancelRequested, false, facts, null, null,
                timings.ready(at), past);
    }

    public TaskLife cancelAsked() {
        return new TaskLife(state, attempt, retries, true, moving, facts, problem, retryAt, timings, past);
    }

    /** The last state of all. */
    public TaskLife end(TaskState last, Problem why, Instant at) {
        return new TaskLife(last, attempt, retries, cancelRequested, false, facts, why, null, timings.ended(at), past);
    }

    TaskLife at(TaskState next, AttemptFacts known, Timings times) {
        return new TaskLife(next, attempt, retries, cancelRequested, moving, known, null, null, times, past);
    }

    TaskLife with(AttemptFacts known) {
        return new TaskLife(state, attempt, retries, cancelRequested, moving, known, problem, retryAt, timings, past);
    }

    TaskLife troubled(TaskState next, Problem why, Instant again) {
        return new TaskLife(next, attempt, retries, cancelRequested, moving, facts, why, again, timings, past);
    }

    TaskLife beingMoved() {
        return new TaskLife(state, attempt, retries, cancelRequested, true, facts, problem, retryAt, timings, past);
    }

    /** Attempt {@code number} begins at a place; the current one is history if it is another. */
    TaskLife placed(int number, AttemptFacts there, Instant at) {
        boolean another = number != attempt;
        return new TaskLife(TaskState.STAGING, number, retries, cancelRequested, false, there, null, null,
                another ? timings.ready(timings.readyAt()).placed(at) : timings.placed(at),
                another ? history(problem, at) : past);
    }

    TaskLife again(Problem cause, Instant at) {
        return new TaskLife(TaskState.PLACING, attempt + 1, retries + 1, cancelRequested, false, AttemptFacts.none(),
                cause, null, timings.ready(at), history(cause, at));
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
