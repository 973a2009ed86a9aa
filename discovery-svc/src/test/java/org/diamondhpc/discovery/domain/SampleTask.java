package org.diamondhpc.discovery.domain;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.diamondhpc.discovery.domain.placing.Question;
import org.diamondhpc.discovery.domain.verdict.Demand;
import org.diamondhpc.schemas.id.SiteId;
import org.diamondhpc.schemas.id.TaskId;
import org.diamondhpc.schemas.id.TenantId;
import org.diamondhpc.schemas.spec.ArraySpec;
import org.diamondhpc.schemas.spec.Constraints;
import org.diamondhpc.schemas.spec.Container;
import org.diamondhpc.schemas.spec.MemorySize;
import org.diamondhpc.schemas.spec.PlacementPolicy;
import org.diamondhpc.schemas.spec.Resources;
import org.diamondhpc.schemas.spec.TaskSpec;
import org.diamondhpc.schemas.spec.Walltime;
import org.diamondhpc.schemas.task.Exclusion;
import org.diamondhpc.schemas.task.ResolvedInput;
import org.diamondhpc.schemas.task.TaskOrder;

/** A task for tests, built word by word: one core for ten minutes where nothing is said. */
public final class SampleTask {
    private final String id;
    private int nodes = 1;
    private int processes = 1;
    private int cores = 1;
    private int gpus;
    private String gpuType;
    private long memoryMb;
    private Duration duration = Duration.ofMinutes(10);
    private boolean exclusive;
    private boolean derived = true;
    private List<SiteId> sites = List.of();
    private List<SiteId> excludeSites = List.of();
    private String architecture;
    private List<String> software = List.of();
    private List<String> features = List.of();
    private Map<String, String> labels = Map.of();
    private String tenant = "demo";
    private String account;
    private String queue;
    private String qos;
    private String array;
    private Integer concurrent;
    private Container container;
    private String policy;
    private Boolean reconsider;
    private List<ResolvedInput> inputs = List.of();
    private final List<Exclusion> excluded = new ArrayList<>();

    public SampleTask() {
        this("t-00000001");
    }

    public SampleTask(String id) {
        this.id = id;
    }

    public SampleTask nodes(int n) {
        nodes = n;
        return this;
    }

    public SampleTask cores(int n) {
        cores = n;
        return this;
    }

    public SampleTask processes(int n) {
        processes = n;
        return this;
    }

    public SampleTask gpus(int n, String type) {
        gpus = n;
        gpuType = type;
        return this;
    }

    public SampleTask memoryMb(long mb) {
        memoryMb = mb;
        return this;
    }

    public SampleTask duration(Duration limit) {
        duration = limit;
        return this;
    }

    public SampleTask exclusive() {
        exclusive = true;
        return this;
    }

    public SampleTask sites(String... ids) {
        sites = Arrays.stream(ids).map(SiteId::new).toList();
        return this;
    }

    public SampleTask excludeSites(String... ids) {
        excludeSites = Arrays.stream(ids).map(SiteId::new).toList();
        return this;
    }

    public SampleTask architecture(String name) {
        architecture = name;
        return this;
    }

    public SampleTask software(String... needs) {
        software = List.of(needs);
        return this;
    }

    public SampleTask features(String... names) {
        features = List.of(names);
        return this;
    }

    public SampleTask label(String key, String value) {
        labels = Map.of(key, value);
        return this;
    }

    public SampleTask tenant(String name) {
        tenant = name;
        return this;
    }

    public SampleTask account(String name) {
        account = name;
        return this;
    }

    public SampleTask queue(String name) {
        queue = name;
        return this;
    }

    public SampleTask qos(String name) {
        qos = name;
        return this;
    }

    public SampleTask array(String indices, Integer maxConcurrent) {
        array = indices;
        concurrent = maxConcurrent;
        return this;
    }

    public SampleTask container() {
        container = new Container("docker://debian:12", List.of());
        return this;
    }

    public SampleTask policy(String name) {
        policy = name;
        return this;
    }

    public SampleTask reconsider(boolean wanted) {
        reconsider = wanted;
        return this;
    }

    public SampleTask derived(boolean wanted) {
        derived = wanted;
        return this;
    }

    public SampleTask inputs(ResolvedInput... some) {
        inputs = List.of(some);
        return this;
    }

    public SampleTask excluded(String site, String partition, String... nodeNames) {
        excluded.add(new Exclusion(new SiteId(site), partition, List.of(nodeNames), "it broke"));
        return this;
    }

    public TaskOrder order() {
        Resources resources = new Resources(nodes, processes, cores, gpus, gpuType,
                memoryMb == 0 ? null : MemorySize.ofMebibytes(memoryMb), new Walltime(duration), exclusive);
        TaskSpec spec = new TaskSpec("sample", "/bin/true", List.of(), null, container, Map.of(), resources, List.of(),
                List.of(), List.of(), new Constraints(sites, excludeSites, architecture, software, features, labels, derived),
                account, queue, qos, null, List.of(), array == null ? null : new ArraySpec(array, concurrent), null,
                null, new PlacementPolicy(policy, reconsider), null, Map.of());
        return new TaskOrder(new TaskId(id), new TenantId(tenant), null, spec, inputs, 1, excluded, SampleSite.SEEN);
    }

    public Demand demand() {
        return new Demand(order(), List.of(), SampleSite.SEEN);
    }

    public Question question() {
        return Question.of(order(), SampleSite.SEEN);
    }
}
