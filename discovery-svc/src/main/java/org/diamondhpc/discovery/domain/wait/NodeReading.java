package org.diamondhpc.discovery.domain.wait;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.diamondhpc.schemas.site.NodeGroup;
import org.diamondhpc.schemas.site.QueuedJob;
import org.diamondhpc.schemas.site.SiteSnapshot;

/** The nodes' future as the running jobs leave it: each gives back what it holds when its time limit ends. */
final class NodeReading {
    /** A job beyond its limit is about to be ended; schedulers give a grace of this order. */
    private static final long OVERDUE_SECONDS = 30;

    private final Map<String, List<Release>> releases = new HashMap<>();
    private final Limits limits;

    private NodeReading(SiteSnapshot snapshot) {
        limits = new Limits(snapshot);
        snapshot.queue().stream().filter(QueuedJob::running).forEach(this::running);
    }

    static Outlook read(SiteSnapshot snapshot) {
        NodeReading reading = new NodeReading(snapshot);
        List<Cell> cells = new ArrayList<>();
        for (NodeGroup group : snapshot.nodes()) {
            if (group.available()) {
                NodeKind kind = NodeKind.of(group);
                group.names().forEach(name ->
                        cells.add(Cell.of(kind, List.of(name), reading.timeline(name, group))));
            }
        }
        return new Outlook(Cell.merged(cells));
    }

    private void running(QueuedJob job) {
        int nodes = Math.max(1, job.nodeNames().size());
        Release release = new Release(end(job), ceil(job.cores(), nodes), job.memoryMb(), ceil(job.gpus(), nodes));
        job.nodeNames().forEach(name -> releases.computeIfAbsent(name, n -> new ArrayList<>()).add(release));
    }

    private long end(QueuedJob job) {
        long elapsed = job.elapsed() == null ? 0 : job.elapsed().toSeconds();
        return Math.max(OVERDUE_SECONDS, limits.seconds(job) - elapsed);
    }

    private Timeline timeline(String name, NodeGroup group) {
        Slice missing = Slice.of(Math.max(0, group.cores() - group.coresFree()),
                Math.max(0, group.memoryMb() - group.memoryFreeMb()), Math.max(0, group.gpus() - group.gpusFree()));
        Timeline timeline = Timeline.free(Slice.of(group.cores(), group.memoryMb(), group.gpus()));
        List<Release> here = new ArrayList<>(releases.getOrDefault(name, List.of()));
        here.sort(Comparator.comparingLong(Release::at));
        for (int i = 0; i < here.size(); i++) {
            Slice back = here.get(i).of(missing, here.size() - i);
            timeline = timeline.less(0, here.get(i).at(), back);
            missing = Slice.of(missing.cores() - back.cores(), missing.memoryMb() - back.memoryMb(),
                    missing.gpus() - back.gpus());
        }
        if (missing.cores() > 0 || here.isEmpty() && (missing.memoryMb() > 0 || missing.gpus() > 0)) {
            // taken by jobs that are hidden from this account: nothing tells when they end
            timeline = timeline.less(0, limits.longest(group.partitions()), missing);
        }
        return timeline;
    }

    private static int ceil(int all, int parts) {
        return (all + parts - 1) / parts;
    }

    /** What a job gives back on one node, and when; memory 0 where not known. */
    private record Release(long at, int cores, long memoryMb, int gpus) {
        /** Never more than is missing; the last job on a node gives back memory and GPUs that no job explains. */
        Slice of(Slice missing, int left) {
            int c = Math.min(cores, missing.cores());
            boolean last = left == 1 && c == missing.cores();
            long share = memoryMb > 0 ? memoryMb : missing.memoryMb() / left;
            return Slice.of(c, last ? missing.memoryMb() : Math.min(share, missing.memoryMb()),
                    last ? missing.gpus() : Math.min(gpus, missing.gpus()));
        }
    }
}
