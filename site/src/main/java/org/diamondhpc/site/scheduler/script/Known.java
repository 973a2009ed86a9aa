package org.diamondhpc.site.scheduler.script;

import java.util.List;
import org.diamondhpc.schemas.spec.Resources;
import org.diamondhpc.schemas.spec.TaskSpec;

/** What a task says of a job's quantities before there is a job. */
final class Known {
    private final TaskSpec spec;
    private final Integer processes;

    /** @param processes what the script said of the whole job, which may be less than its nodes have room for; null: nothing */
    Known(TaskSpec spec, Integer processes) {
        this.spec = spec;
        this.processes = processes;
    }

    /** What the task itself says; null where only the scheduler knows. */
    String of(Quantity quantity) {
        Resources r = spec.resources();
        List<Integer> indices = spec.array() == null ? List.of() : spec.array().expanded();
        return switch (quantity) {
            case JOB_NAME -> spec.name() == null ? "job" : inQuotes(spec.name());
            case ARRAY_FIRST -> indices.isEmpty() ? null : String.valueOf(indices.get(0));
            case ARRAY_LAST -> indices.isEmpty() ? null : String.valueOf(indices.get(indices.size() - 1));
            case ARRAY_STEP -> indices.size() < 2 ? "1" : String.valueOf(indices.get(1) - indices.get(0));
            case ARRAY_SIZE -> indices.isEmpty() ? null : String.valueOf(indices.size());
            case PROCESSES -> String.valueOf(processes == null ? r.totalProcesses() : processes);
            case PROCESSES_PER_NODE -> String.valueOf(r.processesPerNode());
            case CORES_PER_PROCESS -> String.valueOf(r.coresPerProcess());
            case CORES_PER_NODE -> String.valueOf(r.coresPerNode());
            case CORES -> String.valueOf(r.totalCores());
            case NODES -> String.valueOf(r.nodes());
            case MEMORY_PER_NODE_MIB -> r.memory() == null ? null : String.valueOf(r.memory().mebibytes());
            case MEMORY_PER_CORE_MIB -> r.memory() == null ? null : String.valueOf(r.memory().mebibytes() / r.coresPerNode());
            case GPUS_PER_NODE -> String.valueOf(r.gpusPerNode());
            case JOB_ID, ARRAY_INDEX, QUEUE, SUBMIT_DIRECTORY, NODE_FILE, SLOT_FILE, NODE_LIST, NODE_OF_EACH_PROCESS, NODE_NAME,
                    SCRATCH, OWN -> null;
        };
    }

    /** A name as it may stand between double quotes. */
    private static String inQuotes(String name) {
        return name.replaceAll("[\\\\\"$`\\p{Cntrl}}]", "_");
    }
}
