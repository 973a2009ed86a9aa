package org.diamondhpc.schemas.site;

import java.util.List;
import org.diamondhpc.schemas.Absent;

/**
 * Nodes of one kind in one state, as many as there are alike.
 *
 * @param names the nodes' single names
 * @param partitions partitions they serve
 * @param cores cores of each node
 * @param coresFree free cores of each node, now
 * @param memoryMb memory of each node in MiB
 * @param memoryFreeMb memory not allocated to jobs, in MiB
 * @param gpuType the model; absent: none
 * @param gpus GPUs of each node
 * @param gpusFree free GPUs of each node, now
 * @param features features as the scheduler lists them
 * @param available whether jobs can run there (not down, drained or reserved for others)
 * @param state the scheduler's word
 */
public record NodeGroup(List<String> names, List<String> partitions, int cores, int coresFree, long memoryMb,
        long memoryFreeMb, String gpuType, int gpus, int gpusFree, List<String> features, String architecture,
        boolean available, String state) {
    public NodeGroup {
        names = Absent.list(names);
        partitions = Absent.list(partitions);
        features = Absent.list(features);
    }

    public int count() {
        return names.size();
    }
}
