package org.diamondhpc.site.scheduler.pbs;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.diamondhpc.schemas.site.PartitionState;
import org.diamondhpc.schemas.site.QueuedJob;
import org.diamondhpc.schemas.site.SiteSnapshot;
import org.diamondhpc.site.scheduler.family.Look;
import org.diamondhpc.site.scheduler.family.QueueSketch;
import org.diamondhpc.site.scheduler.text.Sections.Section;

/** Makes a snapshot of the server, its queues with routes and limits, its vnodes and everybody's jobs. Pure. */
final class Snapshots {
    private static final int DEFAULT_MAX_ARRAY = 10_000;

    private final Look look;
    private final String mark;

    /** @param mark the delimiter of fields */
    Snapshots(Look look, String mark) {
        this.look = look;
        this.mark = mark;
    }

    SiteSnapshot snapshot() {
        Section server = look.parts().get("server");
        List<Records> servers = server.ok() ? Records.parse(server.text(), mark) : List.of();
        if (servers.isEmpty()) {
            return look.unavailable("the server does not answer: " + PbsMessages.display(server.said()));
        }
        for (String part : List.of("queues", "nodes", "jobs")) {
            if (!look.parts().get(part).ok()) {
                return look.unavailable(part + ": " + PbsMessages.display(look.parts().get(part).said()));
            }
        }
        Records s = servers.getFirst();
        List<Records> queues = records("queues");
        Vnodes nodes = new Vnodes(records("nodes"), queues, look.profile().scheduler().options().get("gpuType"));
        return look.snapshot(s.get("pbs_version"), partitions(s, queues), nodes.groups(), queue(s), trouble(s),
                List.of(), number(s, "max_array_size").orElse(DEFAULT_MAX_ARRAY));
    }

    private List<Records> records(String part) {
        return Records.parse(look.parts().get(part).text(), mark);
    }

    private static List<String> trouble(Records server) {
        return server.get("scheduling").equals("False") ? List.of("the server does not start jobs now") : List.of();
    }

    private List<PartitionState> partitions(Records server, List<Records> queues) {
        Map<String, Records> byName = queues.stream().collect(Collectors.toMap(Records::id, q -> q, (a, b) -> a));
        List<PartitionState> all = new ArrayList<>();
        for (Records q : queues) {
            // Jobs reach such a queue through a routing queue alone.
            if (!q.get("from_route_only").equals("True")) {
                all.add(partition(server, q, byName));
            }
        }
        return all;
    }

    private PartitionState partition(Records server, Records q, Map<String, Records> byName) {
        boolean route = q.get("queue_type").equals("Route");
        boolean open = q.get("enabled").equals("True") && q.get("started").equals("True") && allowed(q);
        List<Records> ends = route ? destinations(q).stream().map(byName::get).filter(d -> d != null).toList()
                : List.of(q);
        String state = !q.get("enabled").equals("True") ? "disabled" : !q.get("started").equals("True") ? "stopped"
                : allowed(q) ? "started" : "not for this login";
        return new PartitionState(q.id(), q.id().equals(server.get("default_queue")), open, state,
                longest(ends, server), time(q, "resources_default.walltime")
                .or(() -> time(server, "resources_default.walltime")).orElse(null),
                number(q, "resources_min.nodect").orElse(1), route ? null : number(q, "resources_max.nodect").orElse(null),
                null, null, 0L, List.of(), List.of(), List.of(), 1, false, false);
    }

    /** Where one of the ends has no limit but the server's, that is the limit. */
    private static Duration longest(List<Records> ends, Records server) {
        Duration most = null;
        for (Records q : ends) {
            Optional<Duration> own = time(q, "resources_max.walltime").or(() -> time(server, "resources_max.walltime"));
            if (own.isEmpty()) {
                return null;
            }
            most = most == null || own.get().compareTo(most) > 0 ? own.get() : most;
        }
        return most;
    }

    static List<String> destinations(Records queue) {
        return List.of(queue.get("route_destinations").split("\\s*,\\s*"));
    }

    /** A list of users can be told; one of groups is left to the server. */
    private boolean allowed(Records q) {
        if (!q.get("acl_user_enable").equals("True")) {
            return true;
        }
        List<String> users = List.of(q.get("acl_users").split("\\s*,\\s*"));
        return look.users().stream().anyMatch(u -> users.stream().anyMatch(a -> a.replaceAll("@.*", "").equals(u)
                || a.equals("*") || a.equals("+")));
    }

    private Look.QueueView queue(Records server) {
        QueueSketch sketch = new QueueSketch(look.users());
        for (Records r : records("jobs")) {
            PbsJob job = new PbsJob(r);
            if (!job.ended()) {
                String user = r.get("Job_Owner").replaceAll("@.*", "");
                sketch.add(user, queued(job, sketch.owns(user), server), copies(r));
            }
        }
        return sketch.view();
    }

    private QueuedJob queued(PbsJob job, boolean own, Records server) {
        Records r = job.record();
        int nodes = Math.max(1, number(r, "Resource_List.nodect").orElse(1));
        boolean running = job.state().matches("[RESUB]");
        long memory = PbsTimes.bytes(r.get("Resource_List.mem")).orElse(0) >> 20;
        String reason = running ? "" : job.reason();
        Instant begin = PbsTimes.instant(r.get("Execution_Time"));
        return new QueuedJob(PbsJob.base(r.id()).orElse(r.id()), r.get("queue"), running, nodes,
                number(r, "Resource_List.ncpus").orElse(1), number(r, "Resource_List.ngpus").orElse(0), memory / nodes,
                time(r, "Resource_List.walltime").or(() -> time(server, "resources_default.walltime")).orElse(null),
                time(r, "resources_used.walltime").orElse(Duration.ZERO), number(r, "Priority").orElse(0) + 1024L,
                PbsTimes.instant(r.get("qtime")), begin, reason.equals("BeginTime") ? "JobHeldUser" : reason,
                job.nodes(), own);
    }

    /** An array that has not ended stands for what of it still waits or runs. */
    private static int copies(Records r) {
        if (r.some("array").isEmpty()) {
            return 1;
        }
        return Math.max(1, PbsJob.expand(r.get("array_indices_remaining")).size());
    }

    private static Optional<Integer> number(Records r, String name) {
        String text = r.get(name);
        return text.matches("-?\\d{1,9}") ? Optional.of(Integer.valueOf(text)) : Optional.empty();
    }

    private static Optional<Duration> time(Records r, String name) {
        return r.some(name).flatMap(PbsTimes::duration);
    }
}
