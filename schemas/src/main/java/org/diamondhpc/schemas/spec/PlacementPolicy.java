package org.diamondhpc.schemas.spec;

/**
 * How a site is chosen among those that can run the task.
 *
 * @param policy the policy's name; absent: {@link #DEFAULT}, which the operator chooses
 */
public record PlacementPolicy(String policy) {
    /** Whatever is configured; {@code fastest}, the earliest predicted completion, unless somebody chose otherwise. */
    public static final String DEFAULT = "default";

    public PlacementPolicy {
        policy = policy == null ? DEFAULT : policy;
    }
}
