package org.diamondhpc.discovery.domain.wait;

import java.util.Set;

/**
 * What a job needs of a partition.
 *
 * @param partition absent: any node of the site
 * @param each what it takes of each node
 * @param need which nodes may serve it, apart from their size
 * @param avoid names of nodes it must not use
 * @param seconds for how long
 * @param owner the word of the login whose job it is; absent: not known
 */
public record Ask(String partition, int nodes, Slice each, NodeNeed need, Set<String> avoid,
        long seconds, String owner) {
    public Ask {
        avoid = avoid == null ? Set.of() : Set.copyOf(avoid);
        seconds = Math.max(1, seconds);
    }

    static Ask of(String partition, int nodes, Slice each, long seconds) {
        return new Ask(partition, nodes, each, NodeNeed.any(), Set.of(), seconds, null);
    }

    boolean accepts(NodeKind kind) {
        return (partition == null || kind.partitions().contains(partition))
                && each.cores() <= kind.cores() && each.memoryMb() <= kind.memoryMb() && each.gpus() <= kind.gpus()
                && need.servedBy(kind);
    }
}
