package org.diamondhpc.discovery.domain.wait;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.diamondhpc.schemas.site.NodeGroup;
import org.diamondhpc.schemas.site.QueuedJob;
import org.diamondhpc.schemas.site.SiteSnapshot;

/**
 * A site counted in slots of one new job: what of it each node could hold, now and when the jobs on it have ended. Nodes
 * with the same jobs are one {@link Share}.
 */
final class Slots {
    private final Ask ask;
    private final Set<String> partitions = new HashSet<>();
    private final Map<List<Integer>, Share> shares = new LinkedHashMap<>();
    private int free;
    private int all;
    private int perNode;
    private int cores;
    private int idleCores;

    private Slots(Ask ask) {
        this.ask = ask;
    }

    /** @param on by node, the indexes of the jobs that run there */
    static Slots of(Ask ask, SiteSnapshot snapshot, Map<String, List<Integer>> on) {
        Slots slots = new Slots(ask);
        for (NodeGroup group : snapshot.nodes()) {
            NodeKind kind = NodeKind.of(group);
            if (group.available() && ask.accepts(kind)) {
                slots.add(group, kind, on);
            }
        }
        return slots;
    }

    static Map<String, List<Integer>> jobsByNode(List<QueuedJob> running) {
        Map<String, List<Integer>> on = new HashMap<>();
        for (int i = 0; i < running.size(); i++) {
            for (String node : running.get(i).nodeNames()) {
                on.computeIfAbsent(node, n -> new ArrayList<>(2)).add(i);
            }
        }
        return on;
    }

    private void add(NodeGroup group, NodeKind kind, Map<String, List<Integer>> on) {
        Slice slice = ask.each().on(kind);
        Timeline whole = Timeline.free(Slice.of(group.cores(), group.memoryMb(), group.gpus()));
        Timeline now = Timeline.free(Slice.of(group.coresFree(), group.memoryFreeMb(), group.gpusFree()));
        int each = ask.each().whole() ? 1 : Math.min(group.cores(), whole.copies(0, 1, slice));
        int eachFree = Math.min(each, now.copies(0, 1, slice));
        partitions.addAll(group.partitions());
        perNode = Math.max(perNode, each);
        for (String name : group.names()) {
            if (!ask.avoid().contains(name)) {
                free += eachFree;
                all += each;
                cores += group.cores();
                idleCores += group.coresFree();
                if (eachFree < each) {
                    shares.computeIfAbsent(on.getOrDefault(name, List.of()), Share::new).add(each - eachFree);
                }
            }
        }
    }

    int free() {
        return free;
    }

    int all() {
        return all;
    }

    int cores() {
        return cores;
    }

    int idleCores() {
        return idleCores;
    }

    /** What is taken, by the jobs that hold it. */
    Iterable<Share> shares() {
        return shares.values();
    }

    int taken() {
        return shares.size();
    }

    /** Whether a job of this partition competes for the same nodes. */
    boolean contested(String partition) {
        return partition == null || ask.partition() == null || partitions.contains(partition);
    }

    /** How many slots another job takes; never more than there are, lest it blocks for ever. */
    int width(Ask other) {
        long each = other.each().whole() ? perNode : Math.max(parts(other.each().cores(), ask.each().cores()),
                Math.max(parts(other.each().gpus(), ask.each().gpus()), parts(other.each().memoryMb(), ask.each().memoryMb())));
        return Math.min(all, other.nodes() * Math.clamp(ask.each().whole() ? 1 : each, 1, Math.max(1, perNode)));
    }

    private static long parts(long theirs, long mine) {
        return mine <= 0 || theirs <= 0 ? 0 : (theirs + mine - 1) / mine;
    }

    /** Slots that are free again when these jobs have ended, all or one after another. */
    static final class Share {
        private final List<Integer> jobs;
        private int slots;

        Share(List<Integer> jobs) {
            this.jobs = jobs;
        }

        private void add(int more) {
            slots += more;
        }

        List<Integer> jobs() {
            return jobs;
        }

        int slots() {
            return slots;
        }
    }
}
