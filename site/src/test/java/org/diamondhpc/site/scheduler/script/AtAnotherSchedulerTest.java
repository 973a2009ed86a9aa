package org.diamondhpc.site.scheduler.script;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.diamondhpc.schemas.request.KeptName;
import org.diamondhpc.site.scheduler.Dialects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a carried script asks of the scheduler it comes to: its launcher and its nodes, here programs that say how they are called. */
class AtAnotherSchedulerTest {
    private static final String PBS = "#!/bin/sh\n#PBS -l select=2:ncpus=2:mpiprocs=2,place=scatter\n#PBS -l walltime=60\n";
    private static final String SAYS = "#!/bin/sh\n[ \"$1\" != --help ] || { echo --overlap; exit; }\necho \"${0##*/} $*\"\n";

    @TempDir
    Path work;

    @Test
    void programsOfASlurmJobShareItWithThoseBesideThem() throws Exception {
        program("srun", SAYS);

        assertThat(run(PBS + "mpirun -np 2 solve in\n", Map.of("SLURM_JOB_ID", "7", "SLURM_NTASKS", "4")))
                .isEqualTo("srun --overlap -n 2 solve in\n");
    }

    @Test
    void anOlderSlurmSharesWithoutBeingAsked() throws Exception {
        program("srun", "#!/bin/sh\necho \"srun $*\"\n");

        assertThat(run(PBS + "mpirun -np 2 solve\n", Map.of("SLURM_JOB_ID", "7", "SLURM_NTASKS", "4")))
                .isEqualTo("srun -n 2 solve\n");
    }

    @Test
    void moreProcessesThanTasksShareTheirCores() throws Exception {
        program("srun", SAYS);

        assertThat(run(PBS + "mpirun -np 4 solve\n", Map.of("SLURM_JOB_ID", "7", "SLURM_NTASKS", "1", "SLURM_CPUS_PER_TASK", "8")))
                .isEqualTo("srun --overlap -n 4 -c 2 solve\n");
    }

    @Test
    void aVariableThatTheLauncherSetsIsSet() throws Exception {
        program("mpiexec", "#!/bin/sh\necho \"mpiexec $* with $A\"\n");

        assertThat(run(PBS + "mpirun -genv A 1 -np 4 solve\n", Map.of())).isEqualTo("mpiexec -n 4 solve with 1\n");
    }

    @Test
    void aLauncherThatIsThereIsUsedAsItIs() throws Exception {
        program("mpirun", SAYS);

        assertThat(run(PBS + "mpirun --map-by node -np 4 solve\n", Map.of())).isEqualTo("mpirun --map-by node -np 4 solve\n");
    }

    @Test
    void theNodeFileHoldsAllNodesOfASlurmJob() throws Exception {
        program("scontrol", "#!/bin/sh\n[ \"$*\" = 'show hostnames n[1-2]' ] && echo n1 && echo n2\n");

        assertThat(run(PBS + "cat $PBS_NODEFILE\n", Map.of("SLURM_JOB_NODELIST", "n[1-2]"))).isEqualTo("n1\nn1\nn2\nn2\n");
    }

    @Test
    void theSubmitDirectoryIsTheOneTheSchedulerNames() throws Exception {
        String script = "#!/bin/sh\n#SBATCH -t 5\necho $SLURM_SUBMIT_DIR\n";

        assertThat(run(script, Map.of("SLURM_SUBMIT_DIR", "/there"))).isEqualTo("/there\n");
        assertThat(run(script, Map.of("SGE_O_WORKDIR", "/elsewhere"))).isEqualTo("/elsewhere\n");
    }

    private void program(String name, String text) throws IOException {
        Path bin = Files.createDirectories(work.resolve("bin"));
        Files.writeString(bin.resolve(name), text).toFile().setExecutable(true);
    }

    private String run(String script, Map<String, String> scheduler) throws IOException, InterruptedException {
        String carried = Dialects.standard().scripts().read(script, List.of(), EnumSet.noneOf(KeptName.class)).spec().script();
        Path out = work.resolve("out");
        ProcessBuilder builder = new ProcessBuilder("/bin/sh", Files.writeString(work.resolve("script"), carried).toString())
                .directory(work.toFile()).redirectErrorStream(true).redirectOutput(out.toFile());
        builder.environment().clear();
        builder.environment().putAll(scheduler);
        builder.environment().put("PATH", work.resolve("bin") + ":/usr/bin:/bin");
        assertThat(builder.start().waitFor(30, TimeUnit.SECONDS)).isTrue();
        return Files.readString(out, StandardCharsets.UTF_8);
    }
}
