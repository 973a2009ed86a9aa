package org.diamondhpc.discovery.domain.needs;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.diamondhpc.discovery.domain.SampleSite;
import org.diamondhpc.schemas.DiamondJson;
import org.diamondhpc.schemas.id.TaskId;
import org.diamondhpc.schemas.id.TenantId;
import org.diamondhpc.schemas.spec.Application;
import org.diamondhpc.schemas.spec.TaskSpec;
import org.diamondhpc.schemas.task.Artefact;
import org.diamondhpc.schemas.task.ResolvedInput;
import org.diamondhpc.schemas.task.TaskOrder;
import org.junit.jupiter.api.Test;

class NeedsTest {
    private static ResolvedInput program(String to, String machine, String... libraries) {
        return new ResolvedInput("ws://w/" + to, to, null, true, 1000L, null, List.of(),
                new Artefact(Artefact.Kind.ELF, List.of(machine), List.of(libraries), "glibc 2.34"));
    }

    private static List<Need> needs(String spec, ResolvedInput... inputs) throws Exception {
        return Needs.of(order(spec, inputs), null);
    }

    private static TaskOrder order(String spec, ResolvedInput... inputs) throws Exception {
        TaskSpec read = DiamondJson.yaml().readValue(spec, TaskSpec.class);
        return new TaskOrder(new TaskId("t-00000001"), new TenantId("demo"), null, read, List.of(inputs), 1, List.of(),
                SampleSite.SEEN);
    }

    private static List<String> contradictions(List<Need> needs) {
        return needs.stream().filter(Need.Contradiction.class::isInstance).map(n -> ((Need.Contradiction) n).why()).toList();
    }

    @Test
    void theProgramThatIsRunDecidesOnTheMachine() throws Exception {
        List<Need> needs = needs("executable: ./solver", program("solver", "aarch64"), program("tool", "x86_64"));

        assertThat(needs).contains(new Need.Architecture(List.of("aarch64"), "solver"),
                new Need.Libc("glibc 2.34", "solver")).noneMatch(n -> n.from().equals("tool"));
    }

    @Test
    void aScriptWithProgramsForSeveralMachinesRunsOnAnyOfThem() throws Exception {
        List<Need> needs = needs("script: ./solver-$(uname -m)", program("solver-x86_64", "x86_64"),
                program("solver-aarch64", "aarch64"));

        assertThat(needs).contains(new Need.Architecture(List.of("x86_64", "aarch64"), "solver-x86_64"));
    }

    @Test
    void anImageThatIsTheContainerDecides() throws Exception {
        ResolvedInput image = new ResolvedInput("ws://w/i", "app.sif", null, false, 1L, null, List.of(),
                new Artefact(Artefact.Kind.SIF, List.of("aarch64"), null, null));

        List<Need> needs = needs("{executable: /app, container: {image: app.sif}}", image);

        assertThat(needs).containsExactly(new Need.Architecture(List.of("aarch64"), "app.sif"));
    }

    @Test
    void driversNeedAGpuAndMpiItsSoftware() throws Exception {
        List<Need> needs = needs("executable: solver", program("solver", "x86_64", "libcuda.so.1", "libmpi.so.40"));

        assertThat(contradictions(needs)).singleElement().asString().contains("libcuda.so.1", "resources.gpusPerProcess");
        assertThat(needs).anyMatch(n -> n instanceof Need.Mpi m && m.software().contains("openmpi"));
    }

    @Test
    void whoAsksForGpusAndLoadsModulesIsNotContradicted() throws Exception {
        List<Need> needs = needs("{executable: solver, modules: [openmpi/4.1], resources: {gpusPerProcess: 1}}",
                program("solver", "x86_64", "libcuda.so.1", "libmpi.so.40"));

        assertThat(contradictions(needs)).isEmpty();
        assertThat(needs).contains(new Need.Module("openmpi/4.1", "the request")).noneMatch(Need.Mpi.class::isInstance);
    }

    @Test
    void readsModulesOfAScriptButNotGuardedOnesNorThoseOfOtherFolders() throws Exception {
        List<Need> plain = needs("""
                script: |
                  #!/bin/bash
                  module load gcc/12.2 openmpi
                  if [ -n "$DEBUG" ]; then
                    module load gdb
                  fi
                  module load extra || true
                  ml cmake
                  ./run
                """);
        List<Need> elsewhere = needs("script: \"module use /home/me/modules\\nmodule load mine\"");

        assertThat(plain).containsExactly(new Need.Module("gcc/12.2", "the script"),
                new Need.Module("openmpi", "the script"), new Need.Module("cmake", "the script"));
        assertThat(elsewhere).isEmpty();
    }

    @Test
    void directivesThatAskForMoreThanTheTaskAreContradictions() throws Exception {
        List<Need> needs = needs("""
                {resources: {duration: 30m, memory: 4GiB}, script: "#!/bin/bash\\n#SBATCH --nodes=2\\n#SBATCH --gres=gpu:a100:2\\n#SBATCH -t 2:00:00\\n#SBATCH --mem=64G\\n#SBATCH -C ib\\n./run\\n#SBATCH -N 9"}
                """);

        assertThat(contradictions(needs)).hasSize(5).anyMatch(w -> w.contains("2 nodes, the task for 1"))
                .anyMatch(w -> w.contains("2 GPUs a node")).anyMatch(w -> w.contains("PT2H"))
                .anyMatch(w -> w.contains("64G")).anyMatch(w -> w.contains("feature ib"));
    }

    @Test
    void directivesOfPbsCountAsWell() throws Exception {
        List<Need> needs = needs("script: \"#!/bin/sh\\n#PBS -l select=4:ncpus=8:ngpus=1:mem=8gb,walltime=00:05:00\\n./run\"");

        assertThat(contradictions(needs)).hasSize(2).anyMatch(w -> w.contains("4 nodes"));
    }

    @Test
    void directivesThatFitAreNoNews() throws Exception {
        assertThat(needs("{resources: {nodes: 2, duration: 2h}, script: \"#!/bin/sh\\n#SBATCH -N 2 -t 90\\n./run\"}")).isEmpty();
    }

    @Test
    void whoWantsNothingDerivedGetsNothing() throws Exception {
        List<Need> needs = needs("{executable: solver, constraints: {derived: false}}", program("solver", "aarch64"));

        assertThat(needs).isEmpty();
    }

    @Test
    void anApplicationSaysWhatItsTasksNeed() throws Exception {
        Application application = new Application("gromacs", null, new Application.Requirements(List.of("x86_64"),
                List.of("gromacs>=2023"), List.of("gromacs/2023.1"), List.of("ib"), 1, List.of("a100"), null), null);
        TaskOrder order = order("{executable: gmx, application: gromacs, modules: [cuda]}");

        TaskOrder applied = order.withSpec(order.spec().needing(application.requirements()));

        assertThat(applied.spec().modules()).containsExactly("gromacs/2023.1", "cuda");
        assertThat(applied.spec().resources().gpusPerProcess()).isEqualTo(1);
        assertThat(applied.spec().resources().gpuType()).isEqualTo("a100");
        assertThat(applied.spec().constraints().software()).containsExactly("gromacs>=2023");
        assertThat(applied.spec().constraints().features()).containsExactly("ib");
        assertThat(Needs.of(applied, application)).contains(new Need.Architecture(List.of("x86_64"),
                "the application gromacs"));
        assertThat(contradictions(Needs.of(order, null))).singleElement().asString().contains("no application gromacs");
    }

    @Test
    void aRequestAgainstItsOwnProgramIsAContradiction() throws Exception {
        List<Need> needs = needs("{executable: solver, constraints: {architecture: amd64}}", program("solver", "aarch64"));

        assertThat(contradictions(needs)).singleElement().asString().contains("made for aarch64", "asks for amd64");
    }
}
