package org.diamondhpc.discovery.domain.verdict;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.diamondhpc.schemas.site.NodeGroup;
import org.diamondhpc.schemas.site.PartitionState;

/**
 * Nodes of a partition that a job must not get: those that earlier attempts ruled out, and, where a partition mixes
 * architectures, those that cannot run it. A scheduler knows nothing of a program's machine.
 */
final class Avoided {
    private Avoided() {
    }

    static Set<String> of(Demand demand, SiteView site, PartitionState partition) {
        Set<String> all = demand.avoided(site.id(), partition.name());
        if (demand.architectures().isEmpty()) {
            return all;
        }
        List<NodeGroup> groups = site.snapshot().nodes().stream().filter(g -> partition.name() == null
                || g.partitions().contains(partition.name())).toList();
        String label = site.snapshot().labels().get("architecture");
        List<NodeGroup> wrong = groups.stream().filter(g -> !demand.served(g.architecture() == null
                || g.architecture().isBlank() ? label : g.architecture())).toList();
        Set<String> more = new HashSet<>(all);
        if (wrong.size() < groups.size()) {
            wrong.forEach(g -> more.addAll(g.names()));
        }
        return more;
    }
}
