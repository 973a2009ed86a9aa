package org.diamondhpc.site.scheduler.script;

/** What schedulers tell a running script through variables of their own names. */
public enum Quantity {
    JOB_ID(null),
    JOB_NAME(null),
    /** The index of this element of an array. */
    ARRAY_INDEX("DIAMOND_ARRAY_INDEX"),
    ARRAY_FIRST(null),
    ARRAY_LAST(null),
    ARRAY_STEP(null),
    ARRAY_SIZE(null),
    QUEUE(null),
    /** The directory the job was submitted in; with Diamond the task's working directory. */
    SUBMIT_DIRECTORY(null),
    /** All processes of the job. */
    PROCESSES(null),
    PROCESSES_PER_NODE(null),
    CORES_PER_PROCESS(null),
    CORES_PER_NODE(null),
    /** All cores of the job. */
    CORES(null),
    NODES(null),
    MEMORY_PER_NODE_MIB(null),
    MEMORY_PER_CORE_MIB(null),
    GPUS_PER_NODE(null),
    /** A file with a line for each process, the name of its node. */
    NODE_FILE(null),
    /** A file with a line for each node: its name, its slots, its queue. */
    SLOT_FILE(null),
    /** The nodes' names with commas between. */
    NODE_LIST(null),
    /** The name of each process's node, with blanks between. */
    NODE_OF_EACH_PROCESS(null),
    /** The name of the node where the script runs. */
    NODE_NAME(null),
    /** A directory of the job's own for passing files. */
    SCRATCH("TMPDIR"),
    /** Nothing another scheduler could tell. */
    OWN(null);

    private final String neutral;

    Quantity(String neutral) {
        this.neutral = neutral;
    }

    /** A variable that no scheduler has for its own and that says it; null where there is none. */
    String neutral() {
        return neutral;
    }

    boolean ofArrays() {
        return this == ARRAY_INDEX || this == ARRAY_FIRST || this == ARRAY_LAST || this == ARRAY_STEP || this == ARRAY_SIZE;
    }

    /** Whether it is made of the job's nodes. */
    boolean ofNodes() {
        return this == NODE_FILE || this == SLOT_FILE || this == NODE_LIST || this == NODE_OF_EACH_PROCESS;
    }
}
