package org.diamondhpc.gateway.wake.domain;

import java.util.EnumMap;
import java.util.Map;
import org.diamondhpc.schemas.task.TaskState;

/**
 * What became of one thing that is waited for.
 *
 * @param met it has happened; false: it cannot happen any more
 * @param cause what was seen, in words
 */
public record Verdict(boolean met, String cause) {
    /** What a task's state says about all that may be waited for of it; what is not there is still open. */
    public static Map<Condition.Kind, Verdict> of(TaskState state, boolean started, String cause) {
        Map<Condition.Kind, Verdict> all = new EnumMap<>(Condition.Kind.class);
        if (started || state == TaskState.RUNNING || state.ended()) {
            all.put(Condition.Kind.TASK_STARTED, new Verdict(true, cause));
            all.put(Condition.Kind.PLACEMENT_IMPROVED, new Verdict(false, cause));
        }
        if (state.ended()) {
            all.put(Condition.Kind.TASK_ENDED, new Verdict(true, cause));
            all.put(Condition.Kind.TASK_SUCCEEDED, new Verdict(state == TaskState.SUCCEEDED, cause));
            all.put(Condition.Kind.TASK_FAILED, new Verdict(state == TaskState.FAILED, cause));
        }
        return all;
    }
}
