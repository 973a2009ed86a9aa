package org.diamondhpc.discovery.domain.wait;

import java.util.List;
import org.diamondhpc.schemas.site.NodeGroup;

/** What a node is, apart from its name and its present use. */
public record NodeKind(List<String> partitions, int cores, long memoryMb, String gpuType, int gpus,
        List<String> features, String architecture) {
    public static NodeKind of(NodeGroup group) {
        return new NodeKind(group.partitions(), group.cores(), group.memoryMb(), group.gpuType(), group.gpus(),
                group.features(), group.architecture());
    }
}
