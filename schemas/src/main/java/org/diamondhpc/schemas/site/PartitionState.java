package org.diamondhpc.schemas.site;

import java.time.Duration;
import java.util.List;
import org.diamondhpc.schemas.Absent;

/**
 * One partition or queue.
 *
 * @param open whether it takes new jobs and starts them
 * @param state the scheduler's word
 * @param maxTime longest time limit; absent: none
 * @param defaultTime time limit of a job that names none; absent: maxTime
 * @param minNodes fewest nodes of a job
 * @param maxNodes most nodes of a job; absent: all
 * @param maxCoresPerNode most cores of a job on one node; absent: all
 * @param maxMemoryPerNodeMb most memory of a job on one node, MiB; absent: all
 * @param defaultMemoryPerCoreMb memory of a job that names none, MiB a core; absent: the whole node; 0: none is
 *     set aside for it
 * @param allowAccounts only these accounts; empty: all
 * @param denyAccounts none of these
 * @param allowQos only these; empty: all
 * @param priorityTier higher goes first
 * @param preemptible whether jobs of other partitions may push its jobs out
 * @param exclusiveNodes whether a job gets whole nodes
 */
public record PartitionState(String name, boolean isDefault, boolean open, String state, Duration maxTime,
        Duration defaultTime, int minNodes, Integer maxNodes, Integer maxCoresPerNode, Long maxMemoryPerNodeMb,
        Long defaultMemoryPerCoreMb, List<String> allowAccounts, List<String> denyAccounts, List<String> allowQos,
        int priorityTier, boolean preemptible, boolean exclusiveNodes) {
    public PartitionState {
        allowAccounts = Absent.list(allowAccounts);
        denyAccounts = Absent.list(denyAccounts);
        allowQos = Absent.list(allowQos);
    }
}
