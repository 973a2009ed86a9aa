package org.diamondhpc.bench.agent;

import java.util.List;

/**
 * What one job cost one agent.
 *
 * @param who {@code parking} or {@code polling}
 * @param looks wakes, or looks at the job
 * @param lateMs from the job's last instruction until the model was told
 */
record Cost(String who, Job job, String task, int questions, int looks, double lateMs) {
    static final List<String> COLUMNS = List.of("agent", "site", "seconds", "task", "model_calls", "wakes_or_looks",
            "late_ms");

    List<?> row() {
        return List.of(who, job.site(), job.seconds(), task, questions, looks, lateMs);
    }
}
