package org.diamondhpc.discovery.domain.verdict;

import java.util.List;
import org.diamondhpc.discovery.domain.wait.NodeKind;

/**
 * Which nodes may serve a task, apart from cores and memory.
 *
 * @param architecture absent: any
 * @param siteArchitecture what nodes are that do not say it themselves
 * @param gpus of each node
 * @param gpuType absent: any
 */
record NodeNeed(String architecture, String siteArchitecture, List<String> features, int gpus, String gpuType) {
    static NodeNeed of(Demand demand, SiteView site) {
        return new NodeNeed(demand.spec().constraints().architecture(),
                site.snapshot().labels().get("architecture"), demand.spec().constraints().features(),
                demand.resources().gpusPerNode(), demand.resources().gpuType());
    }

    boolean architecture(String there) {
        return architecture == null
                || Architectures.same(architecture, there == null || there.isBlank() ? siteArchitecture : there);
    }

    boolean gpus(int there, String type) {
        return gpus == 0 || there >= gpus && (gpuType == null || GpuModels.same(gpuType, type));
    }

    boolean servedBy(NodeKind kind) {
        return architecture(kind.architecture()) && kind.features().containsAll(features)
                && gpus(kind.gpus(), kind.gpuType());
    }
}
