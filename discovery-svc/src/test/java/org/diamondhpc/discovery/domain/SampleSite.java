package org.diamondhpc.discovery.domain;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.diamondhpc.discovery.domain.verdict.SiteView;
import org.diamondhpc.schemas.id.SiteId;
import org.diamondhpc.schemas.reason.Problem;
import org.diamondhpc.schemas.site.AccountLimits;
import org.diamondhpc.schemas.site.AccountLimits.Association;
import org.diamondhpc.schemas.site.NodeGroup;
import org.diamondhpc.schemas.site.PartitionState;
import org.diamondhpc.schemas.site.QueuedJob;
import org.diamondhpc.schemas.site.SiteFacts;
import org.diamondhpc.schemas.site.SiteHealth;
import org.diamondhpc.schemas.site.SiteSnapshot;
import org.diamondhpc.schemas.site.Window;

/** A site for tests, built word by word. */
public final class SampleSite {
    public static final Instant SEEN = Instant.parse("2026-11-30T10:00:00Z");

    private final SiteId id;
    private final List<PartitionState> partitions = new ArrayList<>();
    private final List<NodeGroup> nodes = new ArrayList<>();
    private final List<QueuedJob> queue = new ArrayList<>();
    private final List<AccountLimits> accounts = new ArrayList<>();
    private final Map<String, String> software = new LinkedHashMap<>();
    private final Map<String, String> labels = new LinkedHashMap<>();
    private final Map<String, String> projects = new LinkedHashMap<>();
    private SiteHealth health = new SiteHealth(SiteHealth.State.UP, SEEN, null);
    private final List<Window> windows = new ArrayList<>();
    private SiteFacts facts;
    private Integer maxArraySize;
    private String family = "slurm";

    public SampleSite(String id) {
        this.id = new SiteId(id);
    }

    /** A site with one partition {@code main} of {@code nodes} free nodes and a login for everybody. */
    public static SampleSite idle(String id, int nodes, int cores) {
        return new SampleSite(id).partition("main", Duration.ofHours(12)).nodes(id.substring(0, 1), nodes, cores, "main")
                .login("*", "user");
    }

    public SampleSite family(String name) {
        family = name;
        return this;
    }

    public SampleSite partition(String name, Duration maxTime) {
        return partition(partitionOf(name, maxTime));
    }

    public SampleSite partition(PartitionState state) {
        partitions.add(state);
        return this;
    }

    public static PartitionState partitionOf(String name, Duration maxTime) {
        return new PartitionState(name, false, true, "UP", maxTime, null, 1, null, null, null, 100L, null, null, null,
                10, false, false);
    }

    public SampleSite nodes(String prefix, int count, int cores, String... in) {
        return nodes(new NodeGroup(names(prefix, count), List.of(in), cores, cores, cores * 4000L, cores * 4000L, null,
                0, 0, List.of(), "x86_64", true, "IDLE"));
    }

    public SampleSite nodes(NodeGroup group) {
        nodes.add(group);
        return this;
    }

    public static List<String> names(String prefix, int count) {
        return IntStream.rangeClosed(1, count).mapToObj(i -> prefix + "%03d".formatted(i)).toList();
    }

    /** A job that has run {@code elapsed} of {@code limit} on these nodes, all their cores. */
    public SampleSite running(String job, String partition, int cores, Duration limit, Duration elapsed,
            String... on) {
        queue.add(new QueuedJob(job, partition, true, on.length, cores * on.length, 0, 0, limit, elapsed, 0, SEEN,
                null, null, List.of(on), false));
        take(cores, List.of(on));
        return this;
    }

    /** One that runs, all cores of its nodes. */
    public SampleSite running(QueuedJob job) {
        queue.add(job);
        take(job.cores() / job.nodeNames().size(), job.nodeNames());
        return this;
    }

    public SampleSite waiting(String job, String partition, int nodeCount, int cores, Duration limit, long priority) {
        return waiting(new QueuedJob(job, partition, false, nodeCount, cores * nodeCount, 0, 0, limit, Duration.ZERO,
                priority, SEEN, null, "Resources", List.of(), false));
    }

    public SampleSite waiting(QueuedJob job) {
        queue.add(job);
        return this;
    }

    public SampleSite login(String tenant, String user, Association... associations) {
        accounts.add(new AccountLimits(List.of(tenant), user, List.of(associations), 0, 0));
        return this;
    }

    public SampleSite account(AccountLimits limits) {
        accounts.add(limits);
        return this;
    }

    public SampleSite software(String name, String version) {
        software.put(name, version);
        return this;
    }

    public SampleSite label(String key, String value) {
        labels.put(key, value);
        return this;
    }

    public SampleSite project(String user, String project) {
        projects.put(user, project);
        return this;
    }

    public SampleSite health(SiteHealth.State state, Problem problem) {
        health = new SiteHealth(state, SEEN, problem);
        return this;
    }

    /** Its controller has not answered since the last look. */
    public SampleSite silent(Problem problem) {
        health = new SiteHealth(SiteHealth.State.DEGRADED, SEEN.plusSeconds(1), problem);
        return this;
    }

    public SampleSite maxArraySize(int most) {
        maxArraySize = most;
        return this;
    }

    public SampleSite window(Window window) {
        windows.add(window);
        return this;
    }

    public SampleSite facts(SiteFacts known) {
        facts = known;
        return this;
    }

    public SiteSnapshot snapshot() {
        return new SiteSnapshot(id, "a sample", family, "22.05", SEEN, health, partitions, nodes, queue, false,
                accounts, List.of(), software, labels, maxArraySize, null, windows, facts);
    }

    public SiteView view() {
        return view(Map.of());
    }

    public SiteView view(Map<String, Integer> given) {
        return new SiteView(snapshot(), projects, given);
    }

    private void take(int cores, List<String> on) {
        List<NodeGroup> after = new ArrayList<>();
        for (NodeGroup g : nodes) {
            List<String> hit = g.names().stream().filter(on::contains).toList();
            List<String> rest = g.names().stream().filter(n -> !on.contains(n)).toList();
            if (!rest.isEmpty()) {
                after.add(with(g, rest, g.coresFree()));
            }
            if (!hit.isEmpty()) {
                after.add(with(g, hit, g.coresFree() - cores));
            }
        }
        nodes.clear();
        nodes.addAll(after);
    }

    private static NodeGroup with(NodeGroup g, List<String> names, int coresFree) {
        return new NodeGroup(names, g.partitions(), g.cores(), coresFree, g.memoryMb(), g.memoryFreeMb(), g.gpuType(),
                g.gpus(), g.gpusFree(), g.features(), g.architecture(), g.available(), g.state());
    }
}
