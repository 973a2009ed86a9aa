package org.diamondhpc.schemas.spec;

import com.fasterxml.jackson.annotation.JsonIgnore;

/**
 * What a job occupies, in PSI/J's terms.
 *
 * @param nodes whole number of nodes, from 1
 * @param processesPerNode processes (MPI ranks) started on each node, from 1
 * @param coresPerProcess processor cores of each process, from 1
 * @param gpusPerProcess GPUs of each process, from 0
 * @param gpuType the GPU model as the site calls it, for example {@code a100}; absent: any
 * @param memory memory of each node; absent: the site's default
 * @param duration the time limit
 * @param exclusive whether no other job may share the nodes
 */
public record Resources(Integer nodes, Integer processesPerNode, Integer coresPerProcess, Integer gpusPerProcess,
        String gpuType, MemorySize memory, Walltime duration, Boolean exclusive) {
    private static final Walltime DEFAULT_DURATION = Walltime.ofMinutes(10);

    public Resources {
        nodes = nodes == null ? 1 : nodes;
        processesPerNode = processesPerNode == null ? 1 : processesPerNode;
        coresPerProcess = coresPerProcess == null ? 1 : coresPerProcess;
        gpusPerProcess = gpusPerProcess == null ? 0 : gpusPerProcess;
        duration = duration == null ? DEFAULT_DURATION : duration;
        exclusive = exclusive != null && exclusive;
    }

    public static Resources defaults() {
        return new Resources(null, null, null, null, null, null, null, null);
    }

    @JsonIgnore
    public int coresPerNode() {
        return processesPerNode * coresPerProcess;
    }

    @JsonIgnore
    public int gpusPerNode() {
        return processesPerNode * gpusPerProcess;
    }

    @JsonIgnore
    public long totalCores() {
        return (long) nodes * coresPerNode();
    }

    @JsonIgnore
    public int totalProcesses() {
        return nodes * processesPerNode;
    }
}
