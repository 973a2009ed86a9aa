package org.diamondhpc.schemas.spec;

/**
 * How a site is chosen among those that can run the task.
 *
 * @param policy the policy's name; absent: {@code fastest}, the earliest predicted completion
 */
public record PlacementPolicy(String policy) {
    public PlacementPolicy {
        policy = policy == null ? "fastest" : policy;
    }
}
