package org.diamondhpc.schemas.spec;

/**
 * How a site is chosen among those that can run the task.
 *
 * @param policy the policy's name; absent: {@link #DEFAULT}, which the operator chooses
 * @param reconsider whether the task is moved by itself where another place would be done well sooner while its job still
 *     waits in a queue; absent: as the operator configured
 * @param copies to how many sites at once the policy {@code hedged} submits it, 2 or more; absent: 2. The operator caps it.
 */
public record PlacementPolicy(String policy, Boolean reconsider, Integer copies) {
    /** Whatever is configured; {@code fastest}, the earliest predicted completion, unless somebody chose otherwise. */
    public static final String DEFAULT = "default";
    /** Submitted to several sites at once: the first job that begins does the work. */
    public static final String HEDGED = "hedged";
    private static final int USUAL_COPIES = 2;

    public PlacementPolicy {
        policy = policy == null ? DEFAULT : policy;
    }

    /** Nothing is said of moving. */
    public PlacementPolicy(String policy) {
        this(policy, null, null);
    }

    public PlacementPolicy(String policy, Boolean reconsider) {
        this(policy, reconsider, null);
    }

    /** To how many sites at once it is submitted where that is the policy. */
    public int atOnce() {
        return copies == null ? USUAL_COPIES : copies;
    }
}
