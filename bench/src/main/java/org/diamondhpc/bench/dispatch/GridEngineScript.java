package org.diamondhpc.bench.dispatch;

import java.util.ArrayList;
import java.util.List;

/** Slots of one host: all that Grid Engine's own words say without a site's parallel environments. */
final class GridEngineScript extends Script {
    GridEngineScript(Combination c) {
        super(c);
    }

    @Override
    String sign() {
        return "#$";
    }

    @Override
    List<String> options() {
        int slots = c.shape().coresPerNode();
        int memory = c.memoryPerNode() / slots;
        List<String> all = new ArrayList<>(List.of("-N " + c.name(), "-S /bin/bash", "-cwd", "-v DISPATCH=" + VALUE,
                "-pe smp " + slots));
        if (c.first()) {
            all.addAll(List.of("-l h_rt=" + clock(), "-l h_vmem=" + memory + "M"));
        } else {
            all.add("-l h_rt=%d,h_vmem=%dK".formatted(c.seconds(), memory * 1024));
        }
        if (c.gpusPerNode() > 0) {
            all.add("-l gpu=" + c.gpusPerNode() + (c.gpuType() == null ? "" : ",gpu_type=" + c.gpuType()));
        }
        if (c.work() == Work.ARRAY) {
            all.addAll(List.of("-t 1-" + Work.ELEMENTS, "-tc " + Work.AT_ONCE));
        }
        if (c.queue() != null) {
            all.add("-q " + c.queue());
        }
        if (c.account() != null) {
            all.add("-P " + c.account());
        }
        return all;
    }

    /** Slots are cores of one process, and there are no qualities of service. */
    @Override
    Wanted wanted(Wanted all) {
        return all.asOneProcess().withoutQos();
    }

    @Override
    String looks() {
        return "is slots %d \"$NSLOTS\"%nis hosts 1 \"$NHOSTS\"%n".formatted(c.shape().coresPerNode());
    }

    @Override
    String launch() {
        return ranks() == 1 ? "" : "mpirun -np " + ranks();
    }

    @Override
    String element() {
        return "SGE_TASK_ID";
    }
}
