package org.diamondhpc.bench.dispatch;

import java.util.ArrayList;
import java.util.List;

/** Long options in full, or short ones with other units. */
final class SlurmScript extends Script {
    SlurmScript(Combination c) {
        super(c);
    }

    @Override
    String sign() {
        return "#SBATCH";
    }

    @Override
    List<String> options() {
        List<String> all = new ArrayList<>();
        Shape s = c.shape();
        if (c.first()) {
            all.addAll(List.of("--job-name=" + c.name(), "--nodes=" + s.nodes(), "--ntasks-per-node=" + s.processes(),
                    "--cpus-per-task=" + s.cores(), "--time=" + clock(), "--export=ALL,DISPATCH=" + VALUE));
        } else {
            all.addAll(List.of("-J " + c.name(), "-N" + s.nodes() + " -n " + s.allProcesses() + " -c" + s.cores(),
                    "-t " + (c.seconds() % 60 == 0 ? String.valueOf(c.seconds() / 60)
                            : c.seconds() / 60 + ":" + c.seconds() % 60), "--export DISPATCH=" + VALUE));
        }
        all.add(c.supply() == Supply.CORE_MEMORY ? "--mem-per-cpu=" + c.memoryPerCore() + "M"
                : "--mem=" + (c.first() ? c.memoryPerNode() + "M" : c.memoryPerNode() / 1024 + "G"));
        if (c.gpusPerNode() > 0) {
            String type = c.gpuType() == null ? "" : c.gpuType() + ":";
            all.add(c.first() ? "--gres=gpu:" + type + c.gpusPerNode() : "--gpus-per-task=" + type + "1");
        }
        if (c.work() == Work.ARRAY) {
            all.add((c.first() ? "--array=" : "-a ") + "1-" + Work.ELEMENTS + "%" + Work.AT_ONCE);
        }
        named(all);
        return all;
    }

    private void named(List<String> all) {
        if (c.queue() != null) {
            all.add(c.first() ? "--partition=" + c.queue() : "-p " + c.queue());
        }
        if (c.account() != null) {
            all.add(c.first() ? "--account=" + c.account() : "-A" + c.account());
        }
        if (c.qos() != null) {
            all.add(c.first() ? "--qos=" + c.qos() : "-q " + c.qos());
        }
    }

    @Override
    String looks() {
        return "is nodes %d \"$SLURM_JOB_NUM_NODES\"%nis processes %d \"$SLURM_NTASKS\"%nis cores %d \"$SLURM_CPUS_PER_TASK\"%n"
                .formatted(c.shape().nodes(), c.shape().allProcesses(), c.shape().cores());
    }

    @Override
    String launch() {
        return "srun";
    }

    @Override
    String element() {
        return "SLURM_ARRAY_TASK_ID";
    }
}
