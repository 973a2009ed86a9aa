package org.diamondhpc.bench.dispatch;

import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** The practice clusters as their administrators describe them (testbed/clusters.conf); what can run where follows from it. */
enum Site {
    ALPHA("batch", "proj1", "express", 0, null), BETA("gpu", "proj1", "express", 4, "a100"),
    GAMMA("main", null, null, 0, null), DELTA("main", "proj1", "express", 2, "v100"),
    EPSILON("all.q", "proj1", null, 2, null);

    /** QOS express ends jobs after this time, in seconds. */
    static final int EXPRESS = 1800;

    private final String queue;
    private final String account;
    private final String qos;
    private final int gpus;
    private final String gpuType;

    Site(String queue, String account, String qos, int gpus, String gpuType) {
        this.queue = queue;
        this.account = account;
        this.qos = qos;
        this.gpus = gpus;
        this.gpuType = gpuType;
    }

    String id() {
        return name().toLowerCase(Locale.ROOT);
    }

    String queue() {
        return queue;
    }

    /** Null where it has none; so is the next. */
    String account() {
        return account;
    }

    String qos() {
        return qos;
    }

    /** Null where GPUs have no model's name. */
    String gpuType() {
        return gpuType;
    }

    boolean gridEngine() {
        return this == EPSILON;
    }

    /** Grid Engine gives GPUs by the job, on one node. */
    boolean canRun(Shape shape, Supply supply) {
        return supply != Supply.GPU || gpus >= shape.processes() && (!gridEngine() || shape.nodes() == 1);
    }

    static List<Site> able(Shape shape, Supply supply) {
        return Stream.of(values()).filter(s -> s.canRun(shape, supply)).toList();
    }

    static List<String> ids() {
        return Stream.of(values()).map(Site::id).toList();
    }
}
