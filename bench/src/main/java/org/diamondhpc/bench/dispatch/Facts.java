package org.diamondhpc.bench.dispatch;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The terms in which what was wanted and what a scheduler says of a job are compared. */
final class Facts {
    static final String NODES = "nodes";
    static final String TASKS = "tasks";
    static final String CORES_PER_TASK = "cores per task";
    /** Of the whole job. */
    static final String CORES = "cores";
    static final String MEMORY = "memory";
    /** Of each node, or of the job where it has one node. */
    static final String GPUS = "GPUs";
    static final String GPU_TYPE = "GPU type";
    static final String TIME = "time limit";
    static final String QUEUE = "queue";
    static final String ACCOUNT = "account";
    static final String QOS = "QOS";
    static final String ENVIRONMENT = "parallel environment";
    static final String ELEMENTS = "elements";
    static final String AT_ONCE = "elements at once";
    static final String EXIT = "exit";

    private Facts() {
    }

    /** What is not as it must be, in words. */
    static List<String> wrong(Map<String, String> expected, Map<String, String> seen) {
        List<String> wrong = new ArrayList<>();
        expected.forEach((name, value) -> {
            if (!value.equals(seen.get(name))) {
                wrong.add("%s: wanted %s, the scheduler says %s".formatted(name, value, seen.get(name)));
            }
        });
        return wrong;
    }
}
