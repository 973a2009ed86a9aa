package org.diamondhpc.schemas.task;

import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.diamondhpc.schemas.id.AttemptId;
import org.diamondhpc.schemas.id.TaskId;

/**
 * Attempts of one task that are submitted to different sites at once. Of each, the job waits when it has begun until it is
 * told that it is the one to do the work; no two are ever told.
 *
 * @param first number of the first of these attempts
 * @param copies how many there are, 2 at least
 * @param patience how long a job that has begun waits to be told; then it ends without having done the work
 */
public record Hedge(int first, int copies, Duration patience) {
    /** The number of the attempt that comes after all of these. */
    public int next() {
        return first + copies;
    }

    public boolean has(int attempt) {
        return attempt >= first && attempt < next();
    }

    /** All of them but one. */
    public List<AttemptId> others(AttemptId one) {
        TaskId task = one.task();
        return IntStream.range(first, next()).filter(n -> n != one.number()).mapToObj(n -> new AttemptId(task, n)).toList();
    }
}
