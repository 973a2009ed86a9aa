package org.diamondhpc.bench.dispatch;

import java.util.ArrayList;
import java.util.List;

/** Chunks as PBS Professional has them, or {@code nodes=} as Torque has it where that can say all. */
final class PbsScript extends Script {
    PbsScript(Combination c) {
        super(c);
    }

    @Override
    String sign() {
        return "#PBS";
    }

    @Override
    List<String> options() {
        List<String> all = new ArrayList<>(List.of("-N " + c.name(), "-v DISPATCH=" + VALUE));
        if (c.first() || c.shape() != Shape.SPREAD || c.gpuType() != null) {
            chunks(all);
        } else {
            Shape s = c.shape();
            all.add("-l nodes=%d:ppn=%d%s,walltime=%d".formatted(s.nodes(), s.processes(), c.gpusPerNode() == 0 ? ""
                    : ":gpus=" + c.gpusPerNode(), c.seconds()));
            all.add(c.supply() == Supply.CORE_MEMORY ? "-l pmem=" + c.memoryPerCore() + "mb"
                    : "-l mem=" + c.memoryPerNode() * s.nodes() + "mb");
        }
        if (c.work() == Work.ARRAY) {
            all.add("-J 1-" + Work.ELEMENTS + "%" + Work.AT_ONCE);
        }
        if (c.queue() != null) {
            all.add("-q " + c.queue());
        }
        if (c.account() != null) {
            all.add("-A " + c.account());
        }
        return all;
    }

    private void chunks(List<String> all) {
        Shape s = c.shape();
        all.add("-l select=%d:ncpus=%d:mpiprocs=%d:mem=%s%s%s".formatted(s.nodes(), s.coresPerNode(), s.processes(),
                c.memoryPerNode() % 1024 == 0 && !c.first() ? c.memoryPerNode() / 1024 + "gb" : c.memoryPerNode() + "mb",
                c.gpusPerNode() == 0 ? "" : ":ngpus=" + c.gpusPerNode(), c.gpuType() == null ? "" : ":gpu_type=" + c.gpuType()));
        all.add("-l place=scatter");
        all.add("-l walltime=" + (c.first() ? clock() : String.valueOf(c.seconds())));
    }

    /** PBS has no qualities of service. */
    @Override
    Wanted wanted(Wanted all) {
        return all.withoutQos();
    }

    @Override
    String looks() {
        return "cd \"$PBS_O_WORKDIR\" || exit%nis nodes %d \"$PBS_NUM_NODES\"%nis processes %d \"$PBS_NP\"%n".formatted(
                c.shape().nodes(), c.shape().allProcesses());
    }

    @Override
    String launch() {
        return "mpiexec -n " + ranks();
    }

    @Override
    String element() {
        return "PBS_ARRAY_INDEX";
    }
}
