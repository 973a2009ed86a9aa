package org.diamondhpc.bench.dispatch;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** In loose words: fields under other systems' names, or one sentence; GPUs also by what the application's entry says. */
final class DescriptiveRequest {
    private static final int FORMS = 4;

    private final Combination c;
    private final int turn;

    DescriptiveRequest(Combination c) {
        this.c = c;
        this.turn = c.number() / 2;
    }

    Dispatch dispatch() {
        Map<String, Object> spec = ExactRequest.base(c);
        spec.put("resources", c.first() ? fields() : sentence());
        if (!c.first() && c.supply() == Supply.GPU) {
            spec.put("application", registered(c.gpuType()));
        }
        spec.put("constraints", Map.of("sites", ExactRequest.sites(c)));
        Wanted wanted = Wanted.of(c, ExactRequest.allowed(c));
        Wanted unnamed = new Wanted(wanted.sites(), wanted.nodes(), wanted.processes(), wanted.cores(), wanted.memory(),
                wanted.gpus(), wanted.gpuType(), wanted.seconds(), null, null, null, wanted.elements());
        return new Dispatch(Style.DESCRIPTIVE, c, Map.of("spec", spec), unnamed, c.first() ? "other names" : "a sentence",
                c.work() == Work.PROGRAM ? c.shape().allProcesses() : 0);
    }

    /** The entries of the registry that requests name. @return their bodies by name */
    static Map<String, String> applications() {
        Map<String, String> all = new LinkedHashMap<>();
        all.put(registered(null), "{\"requirements\": {\"gpus\": 1}}");
        for (String type : List.of("a100", "v100")) {
            all.put(registered(type), "{\"requirements\": {\"gpus\": 1, \"gpuTypes\": [\"" + type + "\"]}}");
        }
        return all;
    }

    private static String registered(String gpuType) {
        return "dispatch-" + (gpuType == null ? "gpu" : gpuType);
    }

    private Map<String, Object> fields() {
        Map<String, Object> fields = new LinkedHashMap<>();
        Shape s = c.shape();
        switch (turn % FORMS) {
            case 0 -> {
                fields.put("nodes", s.nodes());
                fields.put("tasks", s.allProcesses());
                fields.put("cpus_per_task", s.cores());
                gpus(fields, "gpus_per_task", 1);
                memory(fields, "mem", "mem_per_cpu");
                fields.put("walltime", time());
            }
            case 1 -> {
                fields.put("node_count", s.nodes());
                fields.put("process_count", s.allProcesses());
                fields.put("processes_per_node", s.processes());
                fields.put("cpu_cores_per_process", s.cores());
                gpus(fields, "gpu_cores_per_process", 1);
                memory(fields, "memory", "memory_per_core");
                fields.put("duration", time());
            }
            case 2 -> {
                fields.put("nodes", String.valueOf(s.nodes()));
                fields.put("tasksPerNode", s.processes());
                fields.put("coresPerNode", s.coresPerNode());
                gpus(fields, "gpusPerNode", s.processes());
                fields.put("memory", c.supply() == Supply.CORE_MEMORY ? size(c.memoryPerCore()) + " per core"
                        : size(c.memoryPerNode() * s.nodes()) + " in total");
                fields.put("timeLimit", time());
            }
            default -> shortest(fields);
        }
        return fields;
    }

    /** Only what is not the default. */
    private void shortest(Map<String, Object> fields) {
        Shape s = c.shape();
        if (s.allProcesses() == 1) {
            fields.put("cores", s.cores());
            gpus(fields, "gpu", 1);
        } else {
            fields.put("numNodes", s.nodes());
            fields.put("ranks", s.allProcesses());
            fields.put("threads-per-process", s.cores());
            gpus(fields, "gpus_per_rank", 1);
        }
        fields.put("memory_per_task", size(c.memoryPerNode() / s.processes()));
        fields.put("time", time());
    }

    private void memory(Map<String, Object> fields, String ofNode, String ofCore) {
        boolean cores = c.supply() == Supply.CORE_MEMORY;
        fields.put(cores ? ofCore : ofNode, size(cores ? c.memoryPerCore() : c.memoryPerNode()));
    }

    private void gpus(Map<String, Object> fields, String name, int count) {
        if (c.supply() == Supply.GPU) {
            fields.put(name, c.gpuType() == null ? (Object) count : c.gpuType() + ":" + count);
        }
    }

    private String sentence() {
        Shape s = c.shape();
        List<String> phrases = new ArrayList<>();
        String ofCore = c.supply() == Supply.CORE_MEMORY ? spaced(c.memoryPerCore()) + " per core" : null;
        switch (turn % FORMS) {
            case 0 -> phrases.addAll(List.of("%d nodes with %d tasks each".formatted(s.nodes(), s.processes()),
                    s.cores() + " cores per task", ofCore == null ? spaced(c.memoryPerNode()) + " of memory per node" : ofCore,
                    time()));
            case 1 -> phrases.addAll(List.of("%d MPI ranks on %d nodes".formatted(s.allProcesses(), s.nodes()),
                    s.cores() + " CPUs per process", ofCore == null ? spaced(c.memoryPerNode()) + " RAM" : ofCore,
                    "up to " + time()));
            case 2 -> phrases.addAll(List.of("%d processes per node on %d nodes".formatted(s.processes(), s.nodes()),
                    s.cores() + " cores for each task", spaced(c.memoryPerNode() * s.nodes()) + " in total", time()));
            default -> phrases.addAll(List.of("%s, each with %d tasks".formatted(s.nodes() == 1 ? "one node" : "two nodes",
                    s.processes()), s.coresPerNode() + " cores a node",
                    spaced(c.memoryPerNode() / s.processes()) + " per task", "for " + time()));
        }
        return String.join(turn % 2 == 0 ? ", " : "; ", phrases);
    }

    private String size(int mebibytes) {
        return Wordings.one(Wordings.memory(mebibytes), turn);
    }

    /** In a sentence a bare M may be minutes, and is refused: with its byte it is none. */
    private String spaced(int mebibytes) {
        return Wordings.one(Wordings.memory(mebibytes).stream().filter(w -> !w.endsWith("M")).toList(), turn);
    }

    private String time() {
        return Wordings.one(Wordings.time(c.seconds()), turn);
    }
}
