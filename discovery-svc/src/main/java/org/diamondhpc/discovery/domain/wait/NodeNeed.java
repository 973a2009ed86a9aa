package org.diamondhpc.discovery.domain.wait;

import java.util.List;
import org.diamondhpc.schemas.Absent;

/**
 * Which nodes may serve a task, apart from cores and memory.
 *
 * @param architecture absent: any
 * @param siteArchitecture what nodes are that do not say it themselves
 * @param gpus of each node
 * @param gpuType absent: any
 */
public record NodeNeed(String architecture, String siteArchitecture, List<String> features, int gpus, String gpuType) {
    public NodeNeed {
        features = Absent.list(features);
    }

    static NodeNeed any() {
        return new NodeNeed(null, null, null, 0, null);
    }

    public boolean architecture(String there) {
        return architecture == null
                || Architectures.same(architecture, there == null || there.isBlank() ? siteArchitecture : there);
    }

    public boolean gpus(int there, String type) {
        return gpus == 0 || there >= gpus && (gpuType == null || GpuModels.same(gpuType, type));
    }

    boolean servedBy(NodeKind kind) {
        return architecture(kind.architecture()) && kind.features().containsAll(features)
                && gpus(kind.gpus(), kind.gpuType());
    }
}
