package org.diamondhpc.bench.dispatch;

import java.util.Map;
import java.util.TreeMap;

/**
 * What the scheduler's own record of a job must say for what was wanted, in {@link Facts}' terms. Worked out here from the
 * wanted numbers and the schedulers' manuals alone.
 */
final class Oracle {
    private Oracle() {
    }

    static Map<String, String> expected(Wanted w, Site site) {
        Map<String, String> all = new TreeMap<>();
        all.put(Facts.ELEMENTS, String.valueOf(Math.max(1, w.elements())));
        all.put(Facts.EXIT, "0");
        put(all, Facts.QUEUE, w.queue());
        put(all, Facts.ACCOUNT, w.account());
        put(all, Facts.QOS, w.qos());
        if (site.gridEngine()) {
            gridEngine(w, all);
        } else {
            slurm(w, all);
        }
        return all;
    }

    /** scontrol(1): memory in MiB of each node, time in whole minutes rounded up, GPUs of each node. */
    private static void slurm(Wanted w, Map<String, String> all) {
        all.put(Facts.NODES, String.valueOf(w.nodes()));
        all.put(Facts.TASKS, String.valueOf(w.nodes() * w.processes()));
        all.put(Facts.CORES_PER_TASK, String.valueOf(w.cores()));
        all.put(Facts.CORES, String.valueOf(w.nodes() * w.coresPerNode()));
        all.put(Facts.MEMORY, w.memory() + " MiB a node");
        all.put(Facts.TIME, (w.seconds() + 59) / 60 * 60 + " s");
        all.put(Facts.GPUS, String.valueOf(w.gpus()));
        put(all, Facts.GPU_TYPE, w.gpuType());
        if (w.elements() > 0) {
            all.put(Facts.AT_ONCE, String.valueOf(Work.AT_ONCE));
        }
    }

    /** qacct(1): slots in a parallel environment that fixes how many each host gives, memory of each slot, GPUs of the job. */
    private static void gridEngine(Wanted w, Map<String, String> all) {
        all.put(Facts.CORES, String.valueOf(w.nodes() * w.coresPerNode()));
        all.put(Facts.ENVIRONMENT, w.nodes() > 1 ? "mpi-" + w.coresPerNode() : w.coresPerNode() > 1 ? "smp" : "NONE");
        all.put(Facts.MEMORY, (w.memory() + w.coresPerNode() - 1) / w.coresPerNode() + " MiB a slot");
        all.put(Facts.TIME, w.seconds() + " s");
        all.put(Facts.GPUS, String.valueOf(w.gpus()));
    }

    private static void put(Map<String, String> all, String name, String value) {
        if (value != null) {
            all.put(name, value);
        }
    }
}
