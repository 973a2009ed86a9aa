package org.diamondhpc.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.diamondhpc.e2e.carried.CarriedScripts.Shrunk;
import org.diamondhpc.e2e.carried.CarriedScripts;
import org.diamondhpc.e2e.carried.GridEngineGround;
import org.diamondhpc.e2e.carried.SlurmGround;
import org.diamondhpc.e2e.stage.EndToEnd;
import org.diamondhpc.e2e.stage.Stage;
import org.diamondhpc.e2e.stage.Uses;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;

/**
 * Every script of the collection in {@code site/src/test/resources/org/diamondhpc/site/scheduler/script}, whichever
 * scheduler it was written for, is translated by {@code POST /v1/translations} for a real Slurm and for a real Grid Engine,
 * submitted there by hand with {@code sbatch} and {@code qsub}, and runs. The scheduler's books must say what its author
 * asked for, or the notes that they do not; each element must exit with 0 and print what the author expects of the
 * variables and launchers the script uses.
 *
 * <p>What the practice clusters do not have lies beside the collection and says that it stands for it: {@code module}, a
 * parallel program ({@code vasp_std}), and for jobs on several hosts of Grid Engine an {@code mpiexec}, which really starts
 * the processes there. On Slurm {@code srun} starts them.
 */
@EndToEnd
@Order(3)
class EveryCarriedScriptRunsTest {
    /** The warning is a signal that really comes: at both sites after a minute. */
    private static final String WARNED = """
            a-warning-comes | nodes=1 processes=1 cores=1 duration=PT2M checkpoint=USR1@PT1M | warned
            #!/bin/bash
            # flux: -t 2m --signal=SIGUSR1@60s
            trap 'echo warned; exit 0' USR1
            for i in $(seq 110); do sleep 1; done
            echo not warned
            """;

    /** What Grid Engine cannot express, by the field that it must refuse; Slurm can express everything. */
    private static final Map<String, String> GRID_ENGINE_CANNOT = Map.of(
            // It has no models of GPUs but by a complex, and this site has none.
            "slurm: gpu-gres", "/resources/gpuType",
            "pbs: gpus", "/resources/gpuType",
            // It numbers an array's elements from 1.
            "pbs: torque-array", "/array/indices",
            // A time before the limit can be named for USR1 alone.
            "gridengine: notify", "/checkpoint/signal");

    /** Larger than the site: then, and only then, it is asked for less, by options of the submit command. */
    private static final Map<String, Shrunk> FOR_SLURM = Map.of("slurm: large", new Shrunk(
            List.of("sbatch", "-N", "2", "--ntasks-per-node=4", "--mem=2G", "job.sh"),
            Map.of("nodes", "2", "processes", "4", "memory", "2GiB", "name", "job.sh")));
    private static final Map<String, Shrunk> FOR_GRID_ENGINE = Map.of(
            "slurm: large", new Shrunk(
                    List.of("sbatch", "-N", "2", "--ntasks-per-node=4", "--mem=2G", "--time=20:00:00", "job.sh"),
                    Map.of("nodes", "2", "processes", "4", "memory", "2GiB", "duration", "PT20H", "name", "job.sh")),
            "slurm: hybrid", new Shrunk(List.of("sbatch", "--time=20:00:00", "job.sh"),
                    Map.of("duration", "PT20H", "name", "job.sh")));

    private final Stage stage;

    EveryCarriedScriptRunsTest(Stage stage) {
        this.stage = stage;
    }

    @Test
    @Uses(sites = "beta")
    void onSlurm() {
        List<String> wrong = new CarriedScripts(stage, new SlurmGround(), WARNED).run(Map.of(), FOR_SLURM);

        assertThat(String.join("\n", wrong)).isEmpty();
    }

    @Test
    @Uses(breaks = "epsilon")
    void onGridEngine() {
        List<String> wrong = new CarriedScripts(stage, new GridEngineGround(), WARNED).run(GRID_ENGINE_CANNOT, FOR_GRID_ENGINE);

        assertThat(String.join("\n", wrong)).isEmpty();
    }
}
