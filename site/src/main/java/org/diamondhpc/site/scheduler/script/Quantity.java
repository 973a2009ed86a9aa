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
    /** A file with a line for each process, the name of its node. */
    NODE_FILE(null),
    /** The nodes' names, in the scheduler's own short form. */
    NODE_LIST(null),
    /** A directory of the job's own for passing files. */
    SCRATCH("TMPDIR"),
    /** Nothing another scheduler could tell. */
    OWN(null);

    private final String neutral;

    Quantity(String neutral) {
        this.neutral = neutral;
    }

    /** The variable that Diamond itself sets in every job; null where it sets none. */
    String neutral() {
        return neutral;
    }
}
