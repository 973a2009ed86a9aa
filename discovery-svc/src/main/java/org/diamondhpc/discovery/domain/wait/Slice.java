package org.diamondhpc.discovery.domain.wait;

/**
 * What a job takes of one node.
 *
 * @param memoryMb MiB; {@link #ALL_MEMORY} for all the node has
 * @param whole everything the node has, whatever the numbers say
 */
public record Slice(int cores, long memoryMb, int gpus, boolean whole) {
    /** What a job gets that names no memory where its partition has no default. */
    public static final long ALL_MEMORY = -1;

    public static Slice of(int cores, long memoryMb, int gpus) {
        return new Slice(cores, memoryMb, gpus, false);
    }

    /** So many side by side. */
    Slice times(int copies) {
        return of(cores * copies, memoryMb * copies, gpus * copies);
    }

    /** The slice in numbers on a node of this kind. */
    Slice on(NodeKind kind) {
        return whole ? of(kind.cores(), kind.memoryMb(), kind.gpus())
                : memoryMb == ALL_MEMORY ? of(cores, kind.memoryMb(), gpus) : this;
    }
}
