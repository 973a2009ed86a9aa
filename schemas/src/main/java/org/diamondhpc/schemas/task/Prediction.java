package org.diamondhpc.schemas.task;

import com.fasterxml.jackson.annotation.JsonIgnore;
import java.time.Duration;

/**
 * When a task would be done at a place, counted from now.
 *
 * @param waiting until the job starts
 * @param waitLow the wait's lower bound, about one time in ten below
 * @param waitHigh the wait's upper bound, about one time in ten above
 * @param staging moving the inputs there
 * @param running the job itself
 */
public record Prediction(Duration waiting, Duration waitLow, Duration waitHigh, Duration staging, Duration running) {
    /** Staging happens before submission, so the parts add up. */
    @JsonIgnore
    public Duration completion() {
        return staging.plus(waiting).plus(running);
    }
}
