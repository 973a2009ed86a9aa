package org.diamondhpc.schemas.spec;

/**
 * How a site is chosen among those that can run the task.
 *
 * @param policy the policy's name; absent: {@link #DEFAULT}, which the operator chooses
 * @param reconsider whether the task is moved by itself where another place would be done well sooner while its job still
 *     waits in a queue; absent: as the operator configured
 */
public record PlacementPolicy(String policy, Boolean reconsider) {
    /** Whatever is configured; {@code fastest}, the earliest predicted completion, unless somebody chose otherwise. */
    public static final String DEFAULT = "default";

    public PlacementPolicy {
        policy = policy == null ? DEFAULT : policy;
    }

    /** Nothing is said of moving. */
    public PlacementPolicy(String policy) {
        this(policy, null);
    }
}
