package org.diamondhpc.site.scheduler.script;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import org.diamondhpc.schemas.request.KeptName;
import org.diamondhpc.schemas.request.ScriptNote;
import org.diamondhpc.schemas.request.ScriptNote.Kind;
import org.diamondhpc.site.scheduler.Dialects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which variables and launchers of its scheduler a script is found to use. What they are worth is seen where it runs. */
class PreludeTest {
    private static final String SLURM = "#!/bin/bash\n#SBATCH -n 4 -N 1 -t 5\n";

    @ParameterizedTest
    @ValueSource(strings = {"OMP_NUM_THREADS=2 srun ./a", "if ! srun ./a; then exit 1; fi", "while srun ./a; do :; done",
            "RUN=\"srun -n 4\"; $RUN ./a", "x=$(srun ./a)", "cat in | srun ./a", "srun"})
    void launchersAreFoundWhereverACommandMayStand(String line) {
        Imported imported = read(SLURM + line + "\n");

        assertThat(imported.spec().script()).contains("srun() {");
        assertThat(kinds(imported)).contains("CHANGED line 3");
    }

    @ParameterizedTest
    @ValueSource(strings = {"exec srun ./a", "timeout 60 srun ./a", "nohup srun ./a &", "env A=1 srun ./a"})
    void aLauncherThatAnotherProgramStartsIsARisk(String line) {
        assertThat(kinds(read(SLURM + line + "\n"))).contains("RISK line 3");
    }

    @ParameterizedTest
    @ValueSource(strings = {"echo $((SLURM_NTASKS * 2))", "echo ${SLURM_NTASKS:-1}", "python -c 'import os; os.environ[\"SLURM_NTASKS\"]'"})
    void variablesAreFoundAlsoInSums(String line) {
        assertThat(read(SLURM + line + "\n").spec().script()).contains("export SLURM_NTASKS=\"${SLURM_NTASKS:-4}\"");
    }

    @Test
    void wordsThatAreNoVariablesStay() {
        assertThat(read("#!/bin/bash\n#$ -l h_rt=60\necho JOB_ID ((NSLOTS)) ; echo NHOSTS\n").spec().script())
                .contains("export NSLOTS").doesNotContain("export JOB_ID", "export NHOSTS");
    }

    @Test
    void outsideAnArrayItsVariablesAreAsAtTheirOwnScheduler() {
        assertThat(read(SLURM + "echo ${SLURM_ARRAY_TASK_ID:-none}\n").spec().script()).doesNotContain("export");
        assertThat(read("#!/bin/bash\n#$ -l h_rt=60\necho $SGE_TASK_ID\n").spec().script())
                .contains("export SGE_TASK_ID=undefined\n");
        assertThat(read("#!/bin/bash\n#BSUB -W 5\necho $LSB_JOBINDEX\n").spec().script()).contains("export LSB_JOBINDEX=0\n");
    }

    /** Slurm sets TMPDIR to /tmp; the script would empty what everybody shares. */
    @Test
    void aDirectoryOfTheJobsOwnIsNeverTheOneOfAll() throws Exception {
        String script = read("#!/bin/bash\n#$ -l h_rt=60\necho $TMPDIR\n").spec().script();
        ProcessBuilder run = new ProcessBuilder("/bin/bash", "-c", script).redirectErrorStream(true);
        run.environment().put("TMPDIR", "/tmp");

        Path own = Path.of(new String(run.start().getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip());

        assertThat(own).isEmptyDirectory().hasParent(Path.of("/tmp"));
        Files.delete(own);
    }

    private static Imported read(String script) {
        return Dialects.standard().scripts().read(script, List.of(), EnumSet.noneOf(KeptName.class));
    }

    private static List<String> kinds(Imported imported) {
        return imported.notes().stream().filter(n -> n.kind() != Kind.ASSUMED).map(PreludeTest::words).toList();
    }

    private static String words(ScriptNote note) {
        return note.kind() + " " + note.place();
    }
}
